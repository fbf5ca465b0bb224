package io.evenkeel.hadoop;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.UnaskedManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A manager that wants what it is told to want, of readers and of fillers. */
final class WantingManager extends UnaskedManager {
  final Map<StripeId, PlacedStripe> published = new ConcurrentHashMap<>();
  final Map<StripeId, ContentVersion> reserved = new ConcurrentHashMap<>();
  final Queue<FillOrder> orders = new ConcurrentLinkedQueue<>();
  final List<NodeSample> samples = new CopyOnWriteArrayList<>();
  final List<PathChange> changes = new CopyOnWriteArrayList<>();
  final AtomicInteger ticketRequests = new AtomicInteger();
  final AtomicInteger fillReservations = new AtomicInteger();
  volatile List<NodeView> stragglers = List.of();
  volatile boolean wanting = true;
  volatile long bytesPerSecond = 1L << 30;

  /** Tickets are answered when this is open. */
  volatile CountDownLatch answering = new CountDownLatch(0);

  private final List<NodeId> nodes;

  WantingManager(List<NodeId> nodes) {
    this.nodes = nodes;
  }

  @Override
  public Pending changed(List<PathChange> told, Completion<Answer> then) {
    changes.addAll(told);
    then.done(Answer.YES);
    return Pending.DONE;
  }

  @Override
  public Pending tickets(Witness by, List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    if (stripes.isEmpty()) {
      then.done(new TicketAnswer(List.of(), List.of(), List.of()));
      return Pending.DONE;
    }
    ticketRequests.incrementAndGet();
    try {
      if (!answering.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test did not let tickets be answered");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<ContentVersion> wanted =
        wanting ? stripes.stream().map(PlacedStripe::version).toList() : List.of();
    then.done(new TicketAnswer(List.of(), wanted, stragglers));
    return Pending.DONE;
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    then.done(
        new Reservation(
            List.of(), Duration.ZERO, Optional.empty(), "written files get nothing here"));
    return Pending.DONE;
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    fillReservations.incrementAndGet();
    reserved.put(id, version);
    List<NodeId> its = nodes.subList(0, geometry.code().parityCount());
    then.done(new Reservation(its, Duration.ofMinutes(1), Optional.empty(), ""));
    return Pending.DONE;
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    boolean known = content.version().equals(reserved.remove(id));
    if (known) {
      published.put(id, content);
    }
    then.done(known ? Answer.YES : Answer.no("not reserved for this content"));
    return Pending.DONE;
  }

  @Override
  public Pending withdraw(Witness by, StripeId id, String reason, Completion<Answer> then) {
    reserved.remove(id);
    published.remove(id);
    then.done(Answer.YES);
    return Pending.DONE;
  }

  @Override
  public Pending missing(StripeId id, Completion<Answer> then) {
    then.done(Answer.YES);
    return Pending.DONE;
  }

  @Override
  public Pending queues(Witness by, QueueReport own, Completion<QueueAnswer> then) {
    then.done(QueueAnswer.NONE);
    return Pending.DONE;
  }

  @Override
  public Pending observe(
      Witness by, List<NodeSample> seen, List<NodeLedgers> ledgers, Completion<Answer> then) {
    samples.addAll(seen);
    then.done(Answer.YES);
    return Pending.DONE;
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    List<FillOrder> taken = new ArrayList<>();
    while (taken.size() < most && !orders.isEmpty()) {
      taken.add(orders.remove());
    }
    List<NodeId> slow = stragglers.stream().map(NodeView::node).toList();
    then.done(new FillAnswer(taken, bytesPerSecond, slow));
    return Pending.DONE;
  }
}
