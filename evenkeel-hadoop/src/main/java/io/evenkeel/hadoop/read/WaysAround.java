package io.evenkeel.hadoop.read;

import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.Tickets;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;

/** Which ways there are to the places of an open file other than from one node. Thread-safe. */
final class WaysAround {
  private final LocatedStripes stripes;
  private final Tickets tickets;
  private final ReadServices services;
  private final int parityCount;

  WaysAround(LocatedStripes stripes, Tickets tickets, ReadServices services, int parityCount) {
    this.stripes = stripes;
    this.tickets = tickets;
    this.services = services;
    this.parityCount = parityCount;
  }

  /**
   * Whether a place can be read without waiting for a node: from another replica, or by parity that
   * is known to be published and without another slow node. Never waits.
   */
  boolean exist(long position, NodeId node) {
    return hasOtherReplica(position, node)
        || stripes
            .known(position)
            .filter(stripe -> hasTicket(stripe) && canDecode(stripe, node))
            .isPresent();
  }

  /** As {@link #exist}, once the manager has said what there is, or after so long. */
  boolean await(long position, NodeId node, long waitNanos) {
    if (!exist(position, node) && !hasTicket(position)) {
      stripes.known(position).ifPresent(stripe -> tickets.await(stripe.number(), waitNanos));
    }
    return exist(position, node);
  }

  /**
   * Whether the stripe's other blocks can be had without a slow node: all but as many as parity.
   */
  private boolean canDecode(Stripe stripe, NodeId without) {
    ClusterView view = services.view();
    long lacking =
        stripe.replicas().stream()
            .filter(nodes -> nodes.stream().allMatch(n -> n.equals(without) || view.isSlow(n)))
            .count();
    return lacking <= parityCount;
  }

  /** Whether a place is also on a node that is not known to be slow. Never waits. */
  boolean hasOtherReplica(long position, NodeId node) {
    Stripe stripe = stripes.known(position).orElse(null);
    if (stripe == null || position >= stripe.range().end()) {
      return false;
    }
    ClusterView view = services.view();
    int index = (int) ((position - stripe.fileOffset()) / stripes.blockBytes());
    return stripe.replicas().get(index).stream().anyMatch(n -> !n.equals(node) && !view.isSlow(n));
  }

  /** Whether there is parity of a place, or the manager has not said yet. Never waits. */
  boolean mayHaveParity(long position) {
    boolean pending = tickets.mayGrow();
    return pending || hasTicket(position);
  }

  /** Whether there is parity of a place, as far as is known. Never waits. */
  boolean hasTicket(long position) {
    return stripes.known(position).filter(this::hasTicket).isPresent();
  }

  /** The same of a stripe. */
  boolean hasTicket(Stripe stripe) {
    return tickets.now().stripe(stripe.version()).isPresent();
  }
}
