package io.evenkeel.policy.scheme;

import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.PlanContext;
import java.util.List;

/**
 * The default, over stored and cached parity: only the data at first; parity and other blocks when
 * a lane is late or its node is known to be slow, within the two budgets of decision 3. A healthy
 * read costs no extra bytes.
 */
public final class Adaptive implements Scheme {
  @Override
  public String name() {
    return "adaptive";
  }

  @Override
  public String meaning() {
    return "As the stock client while nodes are healthy; parity, or another replica, once something is late.";
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return true;
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    return CodedReads.of(ways, context, false);
  }
}
