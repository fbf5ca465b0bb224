package io.evenkeel.core.fill;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.function.LongPredicate;

/** A scheduler whose clock moves only when told to, on the caller's thread. */
final class VirtualTime implements Scheduler {
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
  private final Deque<Runnable> ready = new ArrayDeque<>();
  private long now;
  private long numbers;

  /** Which delays there is no timer for, as where a class is missing. */
  LongPredicate refused = delayNanos -> false;

  boolean hasContexts = true;

  private record Timer(long at, long number, Runnable task) {}

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public Pending schedule(long delayNanos, Runnable task) {
    if (refused.test(delayNanos)) {
      throw new NoClassDefFoundError("for the test");
    }
    Timer timer = new Timer(now + delayNanos, numbers++, task);
    timers.add(timer);
    return () -> timers.remove(timer);
  }

  @Override
  public Executor serial() {
    if (!hasContexts) {
      throw new NoClassDefFoundError("for the test");
    }
    return ready::add;
  }

  /** Runs what is due now. */
  void settle() {
    runUntil(now);
  }

  /** Lets time pass until nothing is left to happen. */
  void exhaust() {
    settle();
    for (int steps = 0; !timers.isEmpty(); steps++) {
      if (steps > 1_000_000) {
        throw new AssertionError("never comes to rest; next are " + timers);
      }
      runUntil(timers.peek().at());
    }
  }

  void advance(long nanos) {
    runUntil(now + nanos);
  }

  private void runUntil(long end) {
    while (true) {
      while (!ready.isEmpty()) {
        ready.remove().run();
      }
      if (timers.isEmpty() || timers.peek().at() > end) {
        break;
      }
      Timer next = timers.remove();
      now = Math.max(now, next.at());
      next.task().run();
    }
    now = end;
  }
}
