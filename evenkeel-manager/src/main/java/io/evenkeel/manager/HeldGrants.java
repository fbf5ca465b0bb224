package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Room that was granted, and of which nobody is told yet: what is deleted on a full node is off the
 * books at once and there for a round trip or two, in which the node would hold both. Who has got
 * more room waits for the deletions that were due on its nodes by then, and for no later ones, or a
 * node that is always full would never be granted; for {@link #HELD_NANOS} at most, so that a node
 * that hangs costs nobody more than that. Of the manager's serial context.
 */
final class HeldGrants {
  /** Each may keep a thread of a server waiting; what is more is told at once. */
  static final int HELD_MAX = 16;

  /** A quarter of what clients wait for a manager by default. */
  static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Of a node, those that free room there, numbered as they are due. */
  private static final class Deletions {
    final IdentityHashMap<Effect.Delete, Long> numbers = new IdentityHashMap<>();
    final NavigableSet<Long> open = new TreeSet<>();
    long due;

    boolean hasEnded(long number) {
      return open.isEmpty() || open.first() > number;
    }
  }

  private final Manager manager;
  private final Timer timer;
  private final Consumer<Throwable> failures;
  private final Map<NodeId, Deletions> deletions = new HashMap<>();
  private final List<Held> held = new ArrayList<>();

  /** Has something done later, in the manager's serial context. */
  @FunctionalInterface
  interface Timer {
    Pending schedule(long delayNanos, Runnable task);
  }

  /**
   * @param failures told what completions throw, which must not
   */
  HeldGrants(Manager manager, Timer timer, Consumer<Throwable> failures) {
    this.manager = manager;
    this.timer = timer;
    this.failures = failures;
  }

  /** What tells of one reservation, now or when there is room. */
  final class Held implements Completion<Reservation> {
    private final Completion<Reservation> then;
    private final Map<NodeId, Long> deletionsDue = new HashMap<>();
    private Reservation granted;
    private Pending timeout = Pending.DONE;
    private boolean tookRoom;

    private Held(Completion<Reservation> then) {
      this.then = then;
    }

    @Override
    public void done(Reservation reservation) {
      boolean hasRoom = reservation.nodes().stream().allMatch(manager::hasRoomNow);
      if (!tookRoom || hasRoom || held.size() == HELD_MAX) {
        then.done(reservation);
        return;
      }
      granted = reservation;
      reservation.nodes().forEach(node -> deletionsDue.put(node, of(node).due));
      held.add(this);
      timeout = timer.schedule(HELD_NANOS, this::tell);
    }

    /** Has it asked for; what gives no more room than there was is told at once. */
    Outcome<Reservation> ask(Supplier<Outcome<Reservation>> event) {
      long before = manager.reservedBytes();
      Outcome<Reservation> outcome = event.get();
      tookRoom = manager.reservedBytes() > before;
      return outcome;
    }

    private void tell() {
      if (held.remove(this)) {
        timeout.cancel();
        then.done(granted);
      }
    }

    @Override
    public void failed(Throwable cause) {
      then.failed(cause);
    }

    /** Nobody is to be told any more. */
    void drop() {
      held.remove(this);
      timeout.cancel();
    }

    private boolean isFree() {
      Set<Map.Entry<NodeId, Long>> waitsFor = deletionsDue.entrySet();
      return waitsFor.stream()
          .allMatch(e -> manager.hasRoomNow(e.getKey()) || of(e.getKey()).hasEnded(e.getValue()));
    }
  }

  /** One reservation's; its events come in the serial context. */
  Held hold(Completion<Reservation> then) {
    return new Held(then);
  }

  private Deletions of(NodeId node) {
    return deletions.computeIfAbsent(node, any -> new Deletions());
  }

  /** A deletion is going to be carried out. */
  void deletionDue(Effect.Delete delete) {
    if (delete.allocatedBytes() > 0) {
      manager.deletionDue(delete);
      Deletions all = of(delete.node());
      all.numbers.put(delete, ++all.due);
      all.open.add(all.due);
    }
  }

  /** It is, or has failed, which the manager has heard. */
  void deletionEnded(Effect.Delete delete) {
    if (delete.allocatedBytes() > 0) {
      manager.deletionEnded(delete);
      Deletions all = of(delete.node());
      all.open.remove(all.numbers.remove(delete));
      tellFree();
    }
  }

  private void tellFree() {
    List<Held> free = held.stream().filter(Held::isFree).toList();
    free.forEach(each -> contain(each::tell));
  }

  private void contain(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      failures.accept(e);
    }
  }

  /** Whoever waits has waited in vain. */
  void fail(Throwable cause) {
    List<Held> all = List.copyOf(held);
    all.forEach(Held::drop);
    all.forEach(each -> contain(() -> each.then.failed(cause)));
  }
}
