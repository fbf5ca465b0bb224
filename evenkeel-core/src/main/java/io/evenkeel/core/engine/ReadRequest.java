package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.plan.ReadPlanner;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What to read and how to plan it.
 *
 * @param ticket what is published, asked anew for every window
 * @param view what is believed of the nodes, asked anew for every window
 */
public record ReadRequest(
    ByteRange range,
    ReadPlanner planner,
    Supplier<FileTicket> ticket,
    Supplier<ClusterView> view,
    ReadLimits limits) {
  public ReadRequest {
    Objects.requireNonNull(range, "range is null");
    Objects.requireNonNull(planner, "planner is null");
    Objects.requireNonNull(ticket, "ticket is null");
    Objects.requireNonNull(view, "view is null");
    Objects.requireNonNull(limits, "limits is null");
    if (range.isEmpty()) {
      throw new IllegalArgumentException("a read has at least one byte, got " + range);
    }
  }
}
