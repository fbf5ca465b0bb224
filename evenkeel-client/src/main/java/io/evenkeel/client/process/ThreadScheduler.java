package io.evenkeel.client.process;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time and execution of a client: one timer thread, and serial contexts that run on whichever
 * thread brings the event, so that nothing is handed from thread to thread.
 */
public final class ThreadScheduler implements Scheduler, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadScheduler.class);
  private final ScheduledThreadPoolExecutor timer;

  public ThreadScheduler() {
    this(daemons("evenkeel-timer"));
  }

  ThreadScheduler(ThreadFactory threads) {
    timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Numbered daemon threads of one name. */
  public static ThreadFactory daemons(String name) {
    AtomicLong number = new AtomicLong();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Pending schedule(long delayNanos, Runnable task) {
    try {
      // Or what there is no thread for would wait in the queue, for the thread of another task.
      timer.prestartCoreThread();
      TimerTask timed = new TimerTask(task);
      timed.future = timer.schedule(timed, delayNanos, TimeUnit.NANOSECONDS);
      return timed;
    } catch (RejectedExecutionException e) {
      // Closed: nobody waits for timers any more.
      return Pending.DONE;
    }
  }

  @Override
  public Executor serial() {
    return new Mailbox();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** An Error too must neither end the timer nor keep a mailbox from the tasks that follow. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      try {
        LOG.warn("A task failed unexpectedly", e);
      } catch (Throwable unsaid) {
        // As when there is no memory to say that there is none.
      }
    }
  }

  /** A task of the timer, and its cancelling: no lambdas, which a new process links first. */
  private static final class TimerTask implements Runnable, Pending {
    private final Runnable task;
    private volatile Future<?> future;

    TimerTask(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      ThreadScheduler.run(task);
    }

    @Override
    public void cancel() {
      future.cancel(false);
    }
  }

  private static final class Mailbox implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
      if (waiting.getAndIncrement() == 0) {
        do {
          run(tasks.remove());
        } while (waiting.decrementAndGet() > 0);
      }
    }
  }
}
