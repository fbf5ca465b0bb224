package io.evenkeel.client;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.RunOnce;
import io.evenkeel.core.port.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the manager, in the background and many at once, what this process has deleted, cut,
 * renamed or renamed something over, and where it may have overwritten something. The first goes at
 * once, as processes that delete may end with that. A plain file, whose parity was not wanted, may
 * be in the place of another, too, which only the NameNode knows, and mostly is not: that goes
 * along with the others, in its order, and never makes a request. What the manager does not take is
 * told again, a second later and twice at most; what cannot be told is not: no parity is wrong for
 * it, it only stays longer. Thread-safe; nothing waits but {@link #awaitTold}, and nothing throws.
 */
public final class ChangedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ChangedFiles.class);
  static final int WAITING_MAX = 10_000;

  /** Of plain files, the latest: what makes a request has room with it. */
  static final int PLAIN_MAX = ManagerApi.PATHS_PER_REQUEST_MAX - 1;

  /** Where a plain file was written so long ago another may be by now. */
  static final long PLAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A request that cannot be understood is not told for ever. */
  static final int TELLINGS_MAX = 3;

  static final long GATHER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<ManagerApi> manager;
  private final Scheduler scheduler;
  private final Executor background;
  private final Deque<Telling> waiting = new ArrayDeque<>();
  private boolean telling;

  /** Whether the manager has been asked and has not answered. */
  private boolean asking;

  /** When it was asked, or has answered, last. */
  private long stirredNanos;

  /** Whether nothing is gathered any more, for the process ends. */
  private boolean hurried;

  private final List<Runnable> whenTold = new ArrayList<>();

  // How many of those that wait may go along only.
  private int plain;

  /**
   * @param tellings how often the manager was told of it
   * @param isPlain whether it goes along only
   */
  private record Telling(PathChange change, int tellings, boolean isPlain, long atNanos) {
    Telling counted() {
      return new Telling(change, tellings + 1, isPlain, atNanos);
    }

    Telling asPossibleDuplicate() {
      return new Telling(change.asPossibleDuplicate(), tellings, isPlain, atNanos);
    }
  }

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
    synchronized (this) {
      if (waiting.size() - plain == WAITING_MAX) {
        return;
      }
      waiting.add(new Telling(change, 0, false, scheduler.nanoTime()));
      if (telling) {
        return;
      }
      telling = true;
    }
    tellInBackground();
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
    if (published > 0) {
      forgetPlain(path);
    } else if (unprotected > 0) {
      gone(path);
    } else {
      writtenPlain(path);
    }
  }

  private synchronized void writtenPlain(String path) {
    if (plain == PLAIN_MAX) {
      forgetOldestPlain();
    }
    waiting.add(new Telling(PathChange.gone(path), 0, true, scheduler.nanoTime()));
    plain++;
  }

  private synchronized void forgetPlain(String path) {
    forgetPlain(each -> each.change.path().equals(path));
  }

  private void forgetPlain(Predicate<Telling> which) {
    int before = waiting.size();
    waiting.removeIf(each -> each.isPlain && which.test(each));
    plain -= before - waiting.size();
  }

  private void forgetOldestPlain() {
    Iterator<Telling> oldest = waiting.iterator();
    while (!oldest.next().isPlain) {}
    oldest.remove();
    plain--;
  }

  private void tellInBackground() {
    try {
      background.execute(this::tellWaiting);
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  private void tellWaiting() {
    List<Telling> told = new ArrayList<>();
    synchronized (this) {
      if (asking) {
        return;
      }
      long now = scheduler.nanoTime();
      forgetPlain(each -> now - each.atNanos > PLAIN_NANOS);
      while (told.size() < ManagerApi.PATHS_PER_REQUEST_MAX && plain < waiting.size()) {
        Telling next = waiting.remove();
        plain -= next.isPlain ? 1 : 0;
        told.add(next.counted());
      }
      telling = !told.isEmpty();
      asking = telling;
      stirredNanos = now;
      if (!telling) {
        return;
      }
    }
    try {
      List<PathChange> changes = told.stream().map(Telling::change).toList();
      var unused = manager.get().changed(changes, new Told(told));
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  /** Those that came meanwhile are told after them. */
  private synchronized void putBack(List<Telling> refused) {
    for (int i = refused.size() - 1; i >= 0; i--) {
      boolean again = refused.get(i).tellings() < TELLINGS_MAX && !refused.get(i).isPlain;
      if (again && waiting.size() - plain < WAITING_MAX) {
        waiting.addFirst(refused.get(i));
      }
    }
  }

  private final class Told implements Completion<ManagerApi.Answer> {
    private final List<Telling> told;

    Told(List<Telling> told) {
      this.told = told;
    }

    @Override
    public void done(ManagerApi.Answer answer) {
      if (!answer.accepted()) {
        LOG.debug("The manager does not take changed files: {}", answer);
        putBack(told);
      }
      answered(answer.accepted());
    }

    @Override
    public void failed(Throwable cause) {
      LOG.debug("The manager was not told of changed files", cause);
      // It may have been: perhaps only the answer was lost.
      putBack(told.stream().map(Telling::asPossibleDuplicate).toList());
      answered(false);
    }
  }

  private void answered(boolean taken) {
    boolean now;
    synchronized (this) {
      asking = false;
      stirredNanos = scheduler.nanoTime();
      now = hurried || (taken && waiting.size() - plain >= ManagerApi.PATHS_PER_REQUEST_MAX);
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
    return !asking && waiting.size() == plain;
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
      plain = 0;
      telling = false;
      asking = false;
      notifyAll();
    }
    runIfTold();
  }
}
