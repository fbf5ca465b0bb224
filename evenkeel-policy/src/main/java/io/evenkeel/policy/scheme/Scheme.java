package io.evenkeel.policy.scheme;

import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.PlanContext;
import java.util.List;

/**
 * How a group is read: which fragments are asked first, and which when those are late or fail. A
 * pure function; the engine does not know schemes.
 */
public interface Scheme {
  /** The name in the configuration. */
  String name();

  /** What it is, in one sentence for people. */
  String meaning();

  /** Whether the stock stream reads until wide pays; else reads are wide from the first look on. */
  boolean isWideOnlyWhereItPays();

  /** Every way to get the group's fragments, in order of preference. */
  List<FragmentRead> reads(Ways ways, PlanContext context);
}
