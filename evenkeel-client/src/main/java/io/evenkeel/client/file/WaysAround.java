package io.evenkeel.client.file;

import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.ticket.Tickets;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import java.util.Optional;

/**
 * Which ways there are to the places of an open replicated file other than from one node.
 * Thread-safe.
 */
public final class WaysAround {
  private final Stripes stripes;
  private final Tickets tickets;
  private final ReadServices services;

  WaysAround(Stripes stripes, Tickets tickets, ReadServices services) {
    this.stripes = stripes;
    this.tickets = tickets;
    this.services = services;
  }

  /**
   * Whether a place can be read without waiting for a node: from another replica, or by parity that
   * is known to be published and without another slow node. Never waits.
   */
  public boolean exist(long position, NodeId node) {
    return exist(position, node, services.view());
  }

  /**
   * The same where slow nodes will do: any of them is better than one that says nothing. Never
   * waits.
   */
  public boolean existBySlowNodes(long position, NodeId silent) {
    return exist(position, silent, services.nodes().slowOnesWillDo(services.view()));
  }

  /** How one read goes around a node. */
  public Around around(long position, NodeId node, boolean wasAsked) {
    boolean bySlowNodes = !exist(position, node) && existBySlowNodes(position, node);
    return new Around(node, wasAsked, bySlowNodes);
  }

  private boolean exist(long position, NodeId node, ClusterView view) {
    Optional<Stripe> stripe = stripes.known(position);
    return stripe
        .filter(s -> hasOtherReplica(s, position, node, view) || canDecode(s, node, view))
        .isPresent();
  }

  /**
   * Runs a task once {@link #exist} says all that there is to say: once the manager has said what
   * there is, or after so long.
   */
  public void whenKnown(long position, NodeId node, long limitNanos, Runnable task) {
    Optional<Stripe> stripe = stripes.known(position);
    if (stripe.isEmpty() || exist(position, node) || hasTicket(stripe.get())) {
      task.run();
    } else {
      tickets.whenAnswered(stripe.get().number(), limitNanos, task);
    }
  }

  /**
   * Whether the stripe's other blocks can be had without a slow node: all but as many as there is
   * parity.
   */
  private boolean canDecode(Stripe stripe, NodeId without, ClusterView view) {
    long lacking =
        stripe.replicas().stream()
            .filter(nodes -> nodes.stream().allMatch(n -> n.equals(without) || view.isSlow(n)))
            .count();
    return tickets
        .now()
        .stripe(stripe.version())
        .filter(ticket -> lacking <= ticket.parityCount())
        .isPresent();
  }

  /** Whether a place is also on a node that is not known to be slow. Never waits. */
  public boolean hasOtherReplica(long position, NodeId node) {
    Optional<Stripe> stripe = stripes.known(position);
    return stripe.filter(s -> hasOtherReplica(s, position, node, services.view())).isPresent();
  }

  private boolean hasOtherReplica(Stripe stripe, long position, NodeId node, ClusterView view) {
    if (position >= stripe.range().end()) {
      return false;
    }
    int index = (int) ((position - stripe.fileOffset()) / stripes.blockBytes());
    return stripe.replicas().get(index).stream().anyMatch(n -> !n.equals(node) && !view.isSlow(n));
  }

  /** Whether there is parity of a place, or the manager has not said yet. Never waits. */
  public boolean mayHaveParity(long position) {
    boolean pending = tickets.mayGrow();
    return pending || hasTicket(position);
  }

  /** Whether there is parity of a place, as far as is known. Never waits. */
  public boolean hasTicket(long position) {
    return stripes.known(position).filter(this::hasTicket).isPresent();
  }

  /** The same of a stripe. */
  public boolean hasTicket(Stripe stripe) {
    return tickets.now().stripe(stripe.version()).isPresent();
  }
}
