package io.evenkeel.policy.scheme;

import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.PlanContext;
import java.util.List;

/**
 * POCache (JPDC 2022, section 3.1): the k data and the m cached parity subblocks of a substripe are
 * asked at once, and any k of them suffice.
 *
 * <p>Deviations: a part of a substripe is not worth k reads, so there the parity waits for
 * lateness; and a node that has just lagged is not asked again for a while.
 */
public final class PoCache implements Scheme {
  @Override
  public String name() {
    return "pocache";
  }

  @Override
  public String meaning() {
    return "The wanted blocks and cached parity at once; any k of k + m suffice.";
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return false;
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    return CodedReads.of(ways, context, true);
  }
}
