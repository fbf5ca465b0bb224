package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * A {@link Manager} in this process: feeds it events one at a time in a serial context of the
 * scheduler, lets time pass for it, and has its effects done on a node store. Whatever fails there
 * is a failed answer to whoever asked, and is counted; time goes on. Who was granted room on a full
 * node is told when what was there is deleted ({@link HeldGrants}). Of want of memory the context
 * learns, too. Closing it closes neither the store nor the scheduler.
 */
public final class LocalManager implements ManagerService {
  /** Longer than the machine is busy with something else. */
  private static final long STANDSTILL_NANOS = 1_000_000_000;

  private final Manager manager;
  private final Scheduler scheduler;
  private final Executor serial;
  private final EffectRunner effects;
  private final HeldGrants grants;
  private final long tickNanos;
  private final Failures failures;
  private volatile boolean closed;
  private volatile Pending timer = Pending.DONE;
  private volatile long tickedNanos;

  /** When something happened last, be it that time passed. */
  private long happenedNanos;

  /**
   * Starts it.
   *
   * @param tickNanos how often time passes for the manager
   * @param log told one line at a time what people should know
   * @param failures told what should not have happened
   */
  public LocalManager(
      Manager manager,
      NodeStore store,
      Scheduler scheduler,
      long tickNanos,
      Consumer<String> log,
      Failures failures) {
    this.manager = manager;
    this.scheduler = scheduler;
    this.tickNanos = tickNanos;
    this.failures = failures;
    Executor context = scheduler.serial();
    serial = task -> context.execute(() -> contain(task));
    grants =
        new HeldGrants(
            manager,
            (nanos, task) -> scheduler.schedule(nanos, () -> serial.execute(task)),
            this::failed);
    effects = new EffectRunner(manager, store, serial, scheduler::nanoTime, log, grants);
    tickedNanos = scheduler.nanoTime();
    happenedNanos = tickedNanos;
    serial.execute(this::tick);
  }

  private void contain(Runnable task) {
    try {
      task.run();
    } catch (OutOfMemoryError e) {
      // Ends the process.
      throw e;
    } catch (Throwable e) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
    failures.add(scheduler.nanoTime(), "the manager", e);
  }

  private void tick() {
    if (closed) {
      return;
    }
    // First of all: whatever becomes of this tick, there is a next one.
    timer = scheduler.schedule(tickNanos, () -> serial.execute(this::tick));
    List<Effect> due = new ArrayList<>();
    try {
      manager.tick(now(), due);
    } finally {
      effects.run(due);
    }
    tickedNanos = scheduler.nanoTime();
  }

  /** In the context, where time passes now and then, unless the process is suspended. */
  private long now() {
    long now = scheduler.nanoTime();
    long missed = now - happenedNanos - tickNanos;
    happenedNanos = now;
    if (missed > STANDSTILL_NANOS) {
      manager.stoodStill(missed);
    }
    return now;
  }

  /** How long ago time last passed for the manager without a failure. Any thread. */
  public long sinceTickNanos() {
    return scheduler.nanoTime() - tickedNanos;
  }

  private <T> Pending event(LongFunction<Outcome<T>> event, Completion<T> then) {
    if (closed) {
      then.failed(closedAlready());
      return Pending.DONE;
    }
    AtomicBoolean ended = new AtomicBoolean();
    serial.execute(
        () -> {
          if (ended.compareAndSet(false, true)) {
            happen(event, then);
          }
        });
    return () -> ended.set(true);
  }

  private static IllegalStateException closedAlready() {
    return new IllegalStateException("the manager is closed");
  }

  private <T> void happen(LongFunction<Outcome<T>> event, Completion<T> then) {
    if (closed) {
      then.failed(closedAlready());
      return;
    }
    Outcome<T> outcome;
    try {
      outcome = event.apply(now());
    } catch (RefusedRequestException e) {
      then.failed(e);
      return;
    } catch (Throwable e) {
      then.failed(e);
      throw e;
    }
    try {
      effects.run(outcome.effects());
    } finally {
      then.done(outcome.answer());
    }
  }

  @Override
  public Pending tickets(Witness by, List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    List<PlacedStripe> asked = List.copyOf(stripes);
    return event(now -> manager.tickets(now, by, asked), then);
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    return grant(now -> manager.reserve(now, id, geometry), then);
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    return grant(now -> manager.reserveFill(now, id, version, geometry), then);
  }

  /** Told when what is deleted on a full node is gone. */
  private Pending grant(LongFunction<Outcome<Reservation>> event, Completion<Reservation> then) {
    HeldGrants.Held held = grants.hold(then);
    Pending asked = event(now -> held.ask(() -> event.apply(now)), held);
    return () -> {
      asked.cancel();
      serial.execute(held::drop);
    };
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    return event(now -> manager.publish(now, id, content), then);
  }

  @Override
  public Pending withdraw(Witness by, StripeId id, String reason, Completion<Answer> then) {
    return event(now -> manager.withdraw(now, by, id, reason), then);
  }

  @Override
  public Pending missing(StripeId id, Completion<Answer> then) {
    return event(now -> manager.missing(id), then);
  }

  @Override
  public Pending changed(List<PathChange> changes, Completion<Answer> then) {
    List<PathChange> told = List.copyOf(changes);
    return event(now -> manager.changed(now, told), then);
  }

  @Override
  public Pending observe(
      Witness by, List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    List<NodeSample> seen = List.copyOf(samples);
    List<NodeLedgers> entries = List.copyOf(ledgers);
    return event(now -> manager.observe(now, by, seen, entries), then);
  }

  @Override
  public Pending queues(Witness by, QueueReport own, Completion<QueueAnswer> then) {
    return event(now -> manager.queues(now, by, own), then);
  }

  /** Which storage nodes there are: nobody else is judged, or can push them out of the books. */
  public void storageNodes(Collection<NodeId> nodes) {
    Set<NodeId> listed = Set.copyOf(nodes);
    serial.execute(() -> manager.storageNodes(listed));
  }

  /** A storage node does not say what it has counted. */
  public void countersUnanswered(NodeId node) {
    serial.execute(() -> manager.countersUnanswered(scheduler.nanoTime(), node));
  }

  /** What a storage node has counted since it started. */
  public void observeCounters(DataNodeCounters counters) {
    serial.execute(() -> manager.observeCounters(scheduler.nanoTime(), counters));
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    return event(now -> manager.fills(now, most), then);
  }

  @Override
  public Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then) {
    List<ContentVersion> asked = List.copyOf(stripes);
    return event(now -> Outcome.of(manager.explain(now, asked)), then);
  }

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    return event(now -> Outcome.of(manager.status(now)), then);
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
    serial.execute(() -> grants.fail(closedAlready()));
  }
}
