package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.ReadPlanner;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What to read and how to plan it.
 *
 * @param knowledge what the planner goes by; when it may grow, {@link ReadExecution#refresh} must
 *     follow, whatever came of it
 * @param view what is believed of the nodes, asked anew for every group
 * @param allowance what lateness may cost it within the limits
 * @param silentNanos once a source has brought nothing for so long it costs nothing to get around
 *     it; asked anew each time
 */
public record ReadRequest(
    ByteRange range,
    ReadPlanner planner,
    Knowledge knowledge,
    Supplier<ClusterView> view,
    ReadLimits limits,
    LateAllowance allowance,
    LongSupplier silentNanos) {
  public ReadRequest {
    Objects.requireNonNull(range, "range is null");
    Objects.requireNonNull(planner, "planner is null");
    Objects.requireNonNull(knowledge, "knowledge is null");
    Objects.requireNonNull(view, "view is null");
    Objects.requireNonNull(limits, "limits is null");
    Objects.requireNonNull(allowance, "allowance is null");
    Objects.requireNonNull(silentNanos, "silentNanos is null");
    if (range.isEmpty()) {
      throw new IllegalArgumentException("a read has at least one byte, got " + range);
    }
  }

  /** One whose sources are silent after {@link ReadLimits#SILENT_NANOS}. */
  public ReadRequest(
      ByteRange range,
      ReadPlanner planner,
      Knowledge knowledge,
      Supplier<ClusterView> view,
      ReadLimits limits,
      LateAllowance allowance) {
    this(range, planner, knowledge, view, limits, allowance, () -> ReadLimits.SILENT_NANOS);
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
