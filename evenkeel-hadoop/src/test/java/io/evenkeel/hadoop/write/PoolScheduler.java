package io.evenkeel.hadoop.write;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Real time on a few threads. */
final class PoolScheduler implements Scheduler, AutoCloseable {
  final ScheduledExecutorService pool =
      Executors.newScheduledThreadPool(
          4,
          task -> {
            Thread thread = new Thread(task, "test-background");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Pending schedule(long delayNanos, Runnable task) {
    Future<?> future = pool.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public Executor serial() {
    return new Serial();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }

  private final class Serial implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    @Override
    public void execute(Runnable task) {
      synchronized (this) {
        tasks.add(task);
        if (running) {
          return;
        }
        running = true;
      }
      pool.execute(this::drain);
    }

    private void drain() {
      while (true) {
        Runnable next;
        synchronized (this) {
          next = tasks.poll();
          if (next == null) {
            running = false;
            return;
          }
        }
        next.run();
      }
    }
  }
}
