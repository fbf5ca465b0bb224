package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.ReadPlanner;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What to read and how to plan it.
 *
 * @param knowledge what the planner goes by; when it may grow, {@link ReadExecution#refresh} must
 *     follow, whatever came of it
 * @param view what is believed of the nodes, asked anew for every group
 * @param allowance what lateness may cost it within the limits
 */
public record ReadRequest(
    ByteRange range,
    ReadPlanner planner,
    Knowledge knowledge,
    Supplier<ClusterView> view,
    ReadLimits limits,
    LateAllowance allowance) {
  public ReadRequest {
    Objects.requireNonNull(range, "range is null");
    Objects.requireNonNull(planner, "planner is null");
    Objects.requireNonNull(knowledge, "knowledge is null");
    Objects.requireNonNull(view, "view is null");
    Objects.requireNonNull(limits, "limits is null");
    Objects.requireNonNull(allowance, "allowance is null");
    if (range.isEmpty()) {
      throw new IllegalArgumentException("a read has at least one byte, got " + range);
    }
  }

  /** One for which the limits are all that there is to keep. */
  public ReadRequest(
      ByteRange range,
      ReadPlanner planner,
      Knowledge knowledge,
      Supplier<ClusterView> view,
      ReadLimits limits) {
    this(range, planner, knowledge, view, limits, LateAllowance.UNBOUNDED);
  }
}
