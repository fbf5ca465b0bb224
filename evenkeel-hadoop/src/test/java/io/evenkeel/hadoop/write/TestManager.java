package io.evenkeel.hadoop.write;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.UnaskedManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Grants everything and remembers it; or has no room; or never answers. */
final class TestManager extends UnaskedManager {
  final Map<StripeId, StripeTicket> published = new ConcurrentHashMap<>();
  final Set<StripeId> reserved = ConcurrentHashMap.newKeySet();
  final Set<StripeId> asked = ConcurrentHashMap.newKeySet();
  final List<PathChange> changes = new CopyOnWriteArrayList<>();
  final AtomicInteger changedRequests = new AtomicInteger();
  volatile boolean hung;
  volatile boolean full;
  private final List<NodeId> nodes;

  TestManager(List<NodeId> nodes) {
    this.nodes = nodes;
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    asked.add(id);
    if (full) {
      then.done(new Reservation(List.of(), Duration.ofHours(1), Optional.empty(), "full"));
    } else if (!hung) {
      reserved.add(id);
      List<NodeId> its = nodes.subList(0, geometry.code().parityCount());
      then.done(new Reservation(its, Duration.ofHours(1), Optional.empty(), ""));
    }
    return Pending.DONE;
  }

  @Override
  public Pending changed(List<PathChange> told, Completion<Answer> then) {
    if (!hung) {
      changedRequests.incrementAndGet();
      changes.addAll(told);
      then.done(Answer.YES);
    }
    return Pending.DONE;
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    if (!hung) {
      List<NodeId> its = nodes.subList(0, content.geometry().code().parityCount());
      boolean known = reserved.remove(id);
      if (known) {
        FragmentTicket fragments = FragmentTicket.ofParity(id, content.geometry(), its);
        published.put(id, new StripeTicket(content.version(), fragments));
      }
      then.done(known ? Answer.YES : Answer.no("unknown"));
    }
    return Pending.DONE;
  }

  @Override
  public Pending withdraw(Witness by, StripeId id, String reason, Completion<Answer> then) {
    if (!hung) {
      reserved.remove(id);
      published.remove(id);
      then.done(Answer.YES);
    }
    return Pending.DONE;
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    return reserve(id, geometry, then);
  }
}
