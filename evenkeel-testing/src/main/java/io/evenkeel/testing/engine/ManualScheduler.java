package io.evenkeel.testing.engine;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;

/**
 * Virtual time. Tasks run one at a time on the caller's thread, by their time and then in the order
 * in which they were given; the same tasks always run in the same order.
 */
public final class ManualScheduler implements Scheduler {
  private final PriorityQueue<Task> queue =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::number));
  private long nowNanos;
  private long given;

  /** A task; cancelled ones stay in the queue and are passed over. */
  private static final class Task implements Pending {
    private final long atNanos;
    private final long number;
    private Runnable body;

    Task(long atNanos, long number, Runnable body) {
      this.atNanos = atNanos;
      this.number = number;
      this.body = body;
    }

    long atNanos() {
      return atNanos;
    }

    long number() {
      return number;
    }

    @Override
    public void cancel() {
      body = null;
    }
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public Pending schedule(long delayNanos, Runnable body) {
    Task task = new Task(nowNanos + Math.max(0, delayNanos), given++, body);
    queue.add(task);
    return task;
  }

  @Override
  public Executor serial() {
    return task -> schedule(0, task);
  }

  /** Runs what is due up to {@code nanos} from now, and moves the clock there. */
  public void advance(long nanos) {
    long until = nowNanos + nanos;
    runUntil(until);
    nowNanos = Math.max(nowNanos, until);
  }

  /**
   * Runs everything there is, however far in the future.
   *
   * @param limitNanos the clock may not go beyond this
   * @throws AssertionError when something is still to be done then
   */
  public void runUntilIdle(long limitNanos) {
    runUntil(limitNanos);
    Task next = peekLive();
    if (next != null) {
      throw new AssertionError(
          "not idle at " + limitNanos + " ns: a task is due at " + next.atNanos() + " ns");
    }
  }

  /**
   * The whole process stands still for so long, as in a pause of its garbage collector: what was
   * due meanwhile runs late. Called from within a task.
   */
  public void standStill(long nanos) {
    nowNanos += nanos;
  }

  private void runUntil(long untilNanos) {
    for (Task task = peekLive(); task != null && task.atNanos() <= untilNanos; task = peekLive()) {
      queue.remove();
      nowNanos = Math.max(nowNanos, task.atNanos());
      task.body.run();
    }
  }

  private Task peekLive() {
    while (!queue.isEmpty() && queue.peek().body == null) {
      queue.remove();
    }
    return queue.peek();
  }
}
