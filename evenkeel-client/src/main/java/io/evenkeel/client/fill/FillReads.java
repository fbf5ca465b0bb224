package io.evenkeel.client.fill;

import io.evenkeel.client.read.ForwardedServices;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.port.LaneSource;
import java.util.List;
import java.util.Optional;

/**
 * The process's services for reads that nobody asked for: the manager is not told of them as
 * accesses, parity is neither read nor made in passing, and little is read ahead, so that the rate
 * at which bytes are taken is the rate at which storage nodes send them.
 */
public final class FillReads extends ForwardedServices {
  private final ReadLimits limits;
  private final List<NodeId> stragglers;

  /**
   * @param stragglers the nodes that the orders' answer says to read around
   */
  public FillReads(ReadServices process, ReadLimits limits, List<NodeId> stragglers) {
    super(process);
    this.limits = limits;
    this.stragglers = List.copyOf(stragglers);
  }

  @Override
  public ReadLimits limits() {
    return limits;
  }

  @Override
  public Optional<TicketQuestions> tickets() {
    return Optional.empty();
  }

  @Override
  public Optional<LaneSource> cacheLanes() {
    return Optional.empty();
  }

  @Override
  public Optional<ParityWriters> passingWriters() {
    return Optional.empty();
  }

  @Override
  public ClusterView view() {
    return super.view()
        .with(
            stragglers.stream()
                .map(node -> new NodeView(node, true, "the manager says so"))
                .toList());
  }
}
