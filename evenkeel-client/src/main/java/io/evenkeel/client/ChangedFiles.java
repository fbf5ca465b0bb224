package io.evenkeel.client;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the manager, in the background and many at once, what this process has deleted, cut,
 * renamed or renamed something over. The first goes at once, as processes that delete may end with
 * that. What the manager does not take is told again, a second later and twice at most; what cannot
 * be told is not: no parity is wrong for it, it only stays longer. Thread-safe; never waits and
 * never throws.
 */
public final class ChangedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ChangedFiles.class);
  static final int WAITING_MAX = 10_000;

  /** A request that cannot be understood is not told for ever. */
  static final int TELLINGS_MAX = 3;

  static final long GATHER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<ManagerApi> manager;
  private final Scheduler scheduler;
  private final Executor background;
  private final Deque<Telling> waiting = new ArrayDeque<>();
  private boolean telling;

  /**
   * @param tellings how often the manager was told of it
   */
  private record Telling(PathChange change, int tellings) {
    Telling again() {
      return new Telling(change, tellings + 1);
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

  /** A file, or a folder with all that was in it, was deleted or cut, or another took its name. */
  public void gone(String path) {
    add(PathChange.gone(path));
  }

  /** A file or folder has another name now. */
  public void moved(String path, String to) {
    add(PathChange.moved(path, to));
  }

  private void add(PathChange change) {
    synchronized (this) {
      if (waiting.size() == WAITING_MAX) {
        return;
      }
      waiting.add(new Telling(change, 0));
      if (telling) {
        return;
      }
      telling = true;
    }
    tellInBackground();
  }

  private void tellInBackground() {
    try {
      background.execute(this::tell);
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  private void tell() {
    List<Telling> told = new ArrayList<>();
    synchronized (this) {
      while (told.size() < ManagerApi.PATHS_PER_REQUEST_MAX && !waiting.isEmpty()) {
        told.add(waiting.remove().again());
      }
      telling = !told.isEmpty();
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
      if (refused.get(i).tellings() < TELLINGS_MAX && waiting.size() < WAITING_MAX) {
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
        tellLater();
        return;
      }
      boolean full;
      synchronized (ChangedFiles.this) {
        full = waiting.size() >= ManagerApi.PATHS_PER_REQUEST_MAX;
      }
      if (full) {
        tellInBackground();
      } else {
        tellLater();
      }
    }

    @Override
    public void failed(Throwable cause) {
      LOG.debug("The manager was not told of changed files", cause);
      putBack(told);
      tellLater();
    }
  }

  private void tellLater() {
    try {
      var unused = scheduler.schedule(GATHER_NANOS, this::tellInBackground);
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  /** No thread or no memory: what waits is forgotten, and the next change tries again. */
  private synchronized void giveUp(Throwable why) {
    LOG.debug("The manager cannot be told of changed files", why);
    waiting.clear();
    telling = false;
  }
}
