package io.evenkeel.server;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One daemon thread: everything given to it runs one after the other. What a task throws is told to
 * the thread's handler of uncaught exceptions, and the next task runs.
 */
public final class LoopScheduler implements Scheduler, AutoCloseable {
  private final ScheduledThreadPoolExecutor loop;
  private final LongSupplier clock;

  public LoopScheduler(String threadName) {
    this(threadName, System::nanoTime);
  }

  /**
   * One that goes by another clock; what is scheduled comes after real time all the same.
   *
   * @param clock read on any thread
   */
  LoopScheduler(String threadName, LongSupplier clock) {
    this.clock = clock;
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
    return clock.getAsLong();
  }

  @Override
  public Pending schedule(long delayNanos, Runnable task) {
    Future<?> future = loop.schedule(() -> run(task), delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** All contexts are the one thread. */
  @Override
  public Executor serial() {
    return task -> loop.execute(() -> run(task));
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      Thread here = Thread.currentThread();
      here.getUncaughtExceptionHandler().uncaughtException(here, e);
    }
  }

  @Override
  public void close() {
    loop.shutdownNow();
  }
}
