package io.evenkeel.server;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread: everything given to it runs one after the other. */
public final class LoopScheduler implements Scheduler, AutoCloseable {
  private final ScheduledThreadPoolExecutor loop;

  public LoopScheduler(String threadName) {
    loop =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, threadName);
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    loop.setRemoveOnCancelPolicy(true);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Pending schedule(long delayNanos, Runnable task) {
    Future<?> future = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** All contexts are the one thread. */
  @Override
  public Executor serial() {
    return loop;
  }

  @Override
  public void close() {
    loop.shutdownNow();
  }
}
