package io.evenkeel.hadoop;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.process.ExitHook;
import io.evenkeel.client.process.LastWords;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the end of a process waits for, by Hadoop's own hooks. */
public final class HadoopExitHook implements ExitHook {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopExitHook.class);

  /** After Hadoop's own hook, which closes the file systems that a program left open. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY / 2;

  /** A manager or a cache node that says nothing for so long is not waited for any more. */
  private static final Duration SILENCE = Duration.ofMillis(500);

  private static final Duration HOOK_SLACK = Duration.ofSeconds(1);

  @Override
  public Installed install(Leaving leaving, Duration limit) {
    return limit.isZero() ? () -> {} : new LeavingHook(leaving, limit);
  }

  @Override
  public Installed atEnd(Runnable task) {
    return new LastTask(task);
  }

  /**
   * Lets the end of a process wait, for so long at most, until the parity of the files it has
   * closed is published and the manager knows what it has deleted: command-line programs end right
   * after that, and all our threads with them. Where nothing was written nothing is waited for, and
   * nobody who does not answer.
   */
  private static final class LeavingHook implements Runnable, Installed {
    private final Leaving leaving;
    private final Duration limit;

    LeavingHook(Leaving leaving, Duration limit) {
      this.leaving = leaving;
      this.limit = limit;
      long limitMillis = limit.plus(HOOK_SLACK).toMillis();
      unlessEnding(
          () ->
              ShutdownHookManager.get()
                  .addShutdownHook(this, PRIORITY, limitMillis, TimeUnit.MILLISECONDS));
    }

    @Override
    public void run() {
      long start = System.nanoTime();
      try {
        if (!leaving.await(limit, SILENCE)) {
          LOG.warn(
              "The process ends before the parity of all that it wrote or encoded in passing is"
                  + " published, and all told that it deleted or overwrote; waited {} ms, at most {} ms ({}) or"
                  + " until nobody has answered for {} ms",
              TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
              limit.toMillis(),
              EvenkeelKeys.WRITE_EXIT_TIMEOUT.name(),
              SILENCE.toMillis());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      LOG.debug(
          "The end of the process waited {} ms for parity and deletions",
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }

    @Override
    public void close() {
      unlessEnding(() -> ShutdownHookManager.get().removeShutdownHook(this));
    }
  }

  /**
   * A task that comes after what is waited for. Whoever does not say how long it may take has the
   * whole configuration read for it, and here a read waits for that.
   */
  private static final class LastTask implements Installed {
    private final Runnable task;

    LastTask(Runnable task) {
      this.task = task;
      long limitMillis = HOOK_SLACK.plusNanos(LastWords.LIMIT_NANOS).toMillis();
      unlessEnding(
          () ->
              ShutdownHookManager.get()
                  .addShutdownHook(task, PRIORITY - 1, limitMillis, TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
      unlessEnding(() -> ShutdownHookManager.get().removeShutdownHook(task));
    }
  }

  /** Hooks of a process that is ending cannot be changed, and need not be. */
  private static void unlessEnding(Runnable change) {
    try {
      change.run();
    } catch (IllegalStateException e) {
      LOG.debug("The process is ending already", e);
    }
  }
}
