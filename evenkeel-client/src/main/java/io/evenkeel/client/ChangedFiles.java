package io.evenkeel.client;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.RunOnce;
import io.evenkeel.core.port.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the manager, in the background and many at once, what this process has deleted, cut,
 * renamed or renamed something over, and where it may have overwritten something. The first goes at
 * once, as processes that delete may end with that. A file that was created may be in the place of
 * another, too, which only the NameNode knows, and mostly is not: that goes along with the others,
 * in its order, and makes a request only where parity was wanted and there is none. What the
 * manager does not take is told again, a second later and twice at most; what cannot be told is
 * not: no parity is wrong for it, it only stays longer. Thread-safe; nothing waits but {@link
 * #awaitTold}, and nothing throws.
 */
public final class ChangedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ChangedFiles.class);
  static final long GATHER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<ManagerApi> manager;
  private final Scheduler scheduler;
  private final Executor background;
  private final WaitingChanges waiting = new WaitingChanges();
  private boolean telling;

  /** Whether the manager has been asked and has not answered. */
  private boolean asking;

  /** When it was asked, or has answered, last. */
  private long stirredNanos;

  /** Whether nothing is gathered any more, for the process ends. */
  private boolean hurried;

  private final List<Runnable> whenTold = new ArrayList<>();

  /**
   * @param manager called with the first change
   * @param background where it is asked; may reject
   */
  public ChangedFiles(Supplier<ManagerApi> manager, Scheduler scheduler, Executor background) {
    this.manager = manager;
    this.scheduler = scheduler;
    this.background = background;
  }

  /** This has become of a file or a folder. */
  public void tell(PathChange change) {
    tellIf(() -> waiting.add(scheduler.nanoTime(), change));
  }

  /** A file, or a folder with all that was in it, was deleted or cut, or another took its name. */
  public void gone(String path) {
    tell(PathChange.gone(path));
  }

  /** A file or folder has another name now. */
  public void moved(String path, String to) {
    tell(PathChange.moved(path, to));
  }

  /**
   * A file was created here, and its parity has come to its end. If another file was in its place,
   * that is gone: by what is published the manager knows; what was to get parity and got none is
   * told of, as its writer has mostly spoken with the manager anyway; any other goes along. Who
   * renames a file before its parity's end has that told first.
   */
  public void written(String path, int published, int unprotected) {
    tellIf(
        () -> {
          long now = scheduler.nanoTime();
          if (published > 0) {
            waiting.published(path);
          } else if (unprotected == 0) {
            waiting.addPlain(now, path, true);
          }
          return published == 0 && unprotected > 0 && waiting.addRefused(now, path);
        });
  }

  /**
   * A file was created here, and cannot get parity. Parity of what was in its place may be on its
   * way still.
   */
  public synchronized void createdPlain(String path) {
    waiting.addPlain(scheduler.nanoTime(), path, false);
  }

  /** A file was created here that is to get parity: by that it is known what it has overwritten. */
  public synchronized void createdEncoded(String path) {
    waiting.dropPlain(path);
  }

  private void tellIf(BooleanSupplier hasMore) {
    synchronized (this) {
      if (!hasMore.getAsBoolean() || telling) {
        return;
      }
      telling = true;
    }
    tellInBackground();
  }

  private void tellInBackground() {
    try {
      background.execute(this::tellWaiting);
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  private void tellWaiting() {
    List<PathChange> changes;
    synchronized (this) {
      if (asking) {
        return;
      }
      stirredNanos = scheduler.nanoTime();
      changes = waiting.take(stirredNanos);
      asking = !changes.isEmpty();
      telling = asking;
      if (!asking) {
        return;
      }
    }
    try {
      var unused = manager.get().changed(changes, new Told());
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  private final class Told implements Completion<ManagerApi.Answer> {
    @Override
    public void done(ManagerApi.Answer answer) {
      if (answer.accepted()) {
        answered(waiting::told, true);
      } else {
        LOG.debug("The manager does not take changed files: {}", answer);
        answered(() -> waiting.notTold(false), false);
      }
    }

    @Override
    public void failed(Throwable cause) {
      LOG.debug("The manager was not told of changed files", cause);
      // It may have been: perhaps only the answer was lost.
      answered(() -> waiting.notTold(true), false);
    }
  }

  private void answered(Runnable note, boolean taken) {
    boolean now;
    synchronized (this) {
      note.run();
      asking = false;
      stirredNanos = scheduler.nanoTime();
      now = hurried || (taken && waiting.count() >= ManagerApi.PATHS_PER_REQUEST_MAX);
      notifyAll();
    }
    if (now) {
      tellInBackground();
    } else {
      tellLater();
    }
    runIfTold();
  }

  private synchronized boolean isTold() {
    return !asking && waiting.count() == 0;
  }

  /** From now on nothing is gathered. */
  void hurry() {
    boolean waits;
    synchronized (this) {
      hurried = true;
      waits = !isTold() && !asking;
    }
    if (waits) {
      tellInBackground();
    }
  }

  /**
   * Runs a task once, when all is told that can be, here or on a background thread; after the limit
   * in any case. Nothing is gathered any more.
   */
  public void whenTold(Duration limit, Runnable task) {
    hurry();
    synchronized (this) {
      if (!isTold()) {
        Runnable once = new RunOnce(task);
        whenTold.add(once);
        var unused = scheduler.schedule(limit.toNanos(), once);
        return;
      }
    }
    task.run();
  }

  private void runIfTold() {
    List<Runnable> now;
    synchronized (this) {
      if (!isTold()) {
        return;
      }
      now = List.copyOf(whenTold);
      whenTold.clear();
    }
    now.forEach(Runnable::run);
  }

  /**
   * Waits until all is told that can be; nothing is gathered any more.
   *
   * @param silent the wait also ends once the manager has not answered for so long; at once where
   *     that is so already
   * @return false when something is not told
   */
  public boolean awaitTold(Duration limit, Duration silent) throws InterruptedException {
    long deadline = scheduler.nanoTime() + limit.toNanos();
    hurry();
    synchronized (this) {
      while (!isTold()) {
        long heard = asking ? stirredNanos + silent.toNanos() : deadline;
        long left = Math.min(deadline, heard) - scheduler.nanoTime();
        if (left <= 0) {
          return false;
        }
        wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      }
    }
    return true;
  }

  private void tellLater() {
    try {
      var unused = scheduler.schedule(GATHER_NANOS, this::tellInBackground);
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  /** No thread or no memory: what waits is forgotten, and the next change tries again. */
  private void giveUp(Throwable why) {
    LOG.debug("The manager cannot be told of changed files", why);
    synchronized (this) {
      waiting.clear();
      telling = false;
      asking = false;
      notifyAll();
    }
    runIfTold();
  }
}
