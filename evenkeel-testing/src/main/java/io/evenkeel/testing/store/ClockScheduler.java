package io.evenkeel.testing.store;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Real time on a few daemon threads, for tests. */
public final class ClockScheduler implements Scheduler, AutoCloseable {
  private final ScheduledThreadPoolExecutor threads =
      new ScheduledThreadPoolExecutor(
          4,
          task -> {
            Thread thread = new Thread(task, "test-clock");
            thread.setDaemon(true);
            return thread;
          });

  private final AtomicLong skippedNanos = new AtomicLong();

  @Override
  public long nanoTime() {
    return System.nanoTime() + skippedNanos.get();
  }

  /** Its clock goes so much forward at once; what is scheduled already comes no sooner. */
  public void skip(Duration time) {
    skippedNanos.addAndGet(time.toNanos());
  }

  @Override
  public Pending schedule(long delayNanos, Runnable task) {
    Future<?> future = threads.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public Executor serial() {
    return new Serial();
  }

  /** Its threads, for tasks that need no order. */
  public Executor threads() {
    return threads;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private final class Serial implements Executor {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    @Override
    public synchronized void execute(Runnable task) {
      tasks.add(task);
      if (!running) {
        running = true;
        threads.execute(this::drain);
      }
    }

    private void drain() {
      while (true) {
        Runnable task;
        synchronized (this) {
          task = tasks.poll();
          if (task == null) {
            running = false;
            return;
          }
        }
        task.run();
      }
    }
  }
}
