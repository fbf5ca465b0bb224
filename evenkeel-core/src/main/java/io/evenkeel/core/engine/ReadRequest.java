package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.plan.ReadPlanner;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What to read and how to plan it.
 *
 * @param ticket what is published, asked anew for every window
 * @param ticketPending whether more may soon be known to be published: then a group that lacks
 *     fragments waits, and {@link ReadExecution#refresh} must follow, whatever the answer is
 * @param view what is believed of the nodes, asked anew for every window
 */
public record ReadRequest(
    ByteRange range,
    ReadPlanner planner,
    Supplier<FileTicket> ticket,
    BooleanSupplier ticketPending,
    Supplier<ClusterView> view,
    ReadLimits limits) {
  public ReadRequest {
    Objects.requireNonNull(range, "range is null");
    Objects.requireNonNull(planner, "planner is null");
    Objects.requireNonNull(ticket, "ticket is null");
    Objects.requireNonNull(ticketPending, "ticketPending is null");
    Objects.requireNonNull(view, "view is null");
    Objects.requireNonNull(limits, "limits is null");
    if (range.isEmpty()) {
      throw new IllegalArgumentException("a read has at least one byte, got " + range);
    }
  }

  /** A read whose ticket is not waited for. */
  public ReadRequest(
      ByteRange range,
      ReadPlanner planner,
      Supplier<FileTicket> ticket,
      Supplier<ClusterView> view,
      ReadLimits limits) {
    this(range, planner, ticket, () -> false, view, limits);
  }
}
