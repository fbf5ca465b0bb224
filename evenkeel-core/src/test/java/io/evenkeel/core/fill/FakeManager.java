package io.evenkeel.core.fill;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A manager that answers as it is told to, after {@code latencyNanos}. */
final class FakeManager implements ManagerApi {
  /** How a kind of call is answered. */
  enum Mood {
    YES,
    NO,
    FAIL,
    HANG,
    THROW
  }

  record Published(ContentVersion version, StripeGeometry geometry) {}

  final Map<StripeId, Published> published = new LinkedHashMap<>();
  final Set<StripeId> reserved = new LinkedHashSet<>();
  final Map<StripeId, StripeGeometry> asked = new LinkedHashMap<>();
  int reserveCalls;

  /** Which node has the first parity. */
  int firstNode;

  /** What a stripe may have of each parity. */
  long roomBytes = Long.MAX_VALUE;

  final Map<StripeId, ContentVersion> fills = new LinkedHashMap<>();
  Mood reserving = Mood.YES;
  Mood publishing = Mood.YES;
  Mood withdrawing = Mood.YES;
  long latencyNanos = 1_000_000;
  Duration timeToLive = Duration.ofHours(1);
  Duration lease = Duration.ofHours(1);
  int publishCalls;
  int withdrawCalls;
  private final Scheduler scheduler;
  private final List<NodeId> nodes;

  FakeManager(Scheduler scheduler, List<NodeId> nodes) {
    this.scheduler = scheduler;
    this.nodes = nodes;
  }

  private <T> Pending answer(Mood mood, Supplier<T> value, Completion<T> then) {
    return switch (mood) {
      case HANG -> Pending.DONE;
      case THROW -> throw new IllegalStateException("the manager's client is broken");
      case FAIL ->
          scheduler.schedule(
              latencyNanos, () -> then.failed(new java.io.IOException("manager is down")));
      case YES, NO -> {
        // What was sent is worked off, even if nobody waits for the answer any more.
        scheduler.schedule(latencyNanos, () -> then.done(value.get()));
        yield Pending.DONE;
      }
    };
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    asked.put(id, geometry);
    reserveCalls++;
    int m = geometry.code().parityCount();
    Mood mood = reserving;
    return answer(
        mood,
        () -> {
          if (mood == Mood.NO || geometry.blockLengthBytes().get(0) > roomBytes) {
            return new Reservation(List.of(), Duration.ZERO, Optional.empty(), "full");
          }
          reserved.add(id);
          return new Reservation(
              nodes.subList(firstNode, firstNode + m), timeToLive, Optional.of(lease), "");
        },
        then);
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    publishCalls++;
    Mood mood = publishing;
    return answer(
        mood,
        () -> {
          if (mood == Mood.NO || !reserved.remove(id)) {
            return Answer.no("unknown");
          }
          published.put(id, new Published(content.version(), content.geometry()));
          return Answer.YES;
        },
        then);
  }

  @Override
  public Pending withdraw(StripeId id, String reason, Completion<Answer> then) {
    withdrawCalls++;
    return answer(
        withdrawing,
        () -> {
          reserved.remove(id);
          published.remove(id);
          return Answer.YES;
        },
        then);
  }

  @Override
  public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    fills.put(id, version);
    return reserve(id, geometry, then);
  }

  @Override
  public Pending observe(
      List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<ManagerApi.Answer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending missing(StripeId id, Completion<ManagerApi.Answer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending changed(List<PathChange> changes, Completion<ManagerApi.Answer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending queues(QueueReport own, Completion<QueueAnswer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending clients(Completion<ManagerApi.Answer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean wantsClientsOn() {
    return true;
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
