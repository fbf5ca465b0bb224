package io.evenkeel.hadoop.fill;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.core.model.PathChange;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Follows the NameNode's edit events, and tells the manager of what anybody has deleted, cut or
 * renamed: stock clients, too. Of what has happened before the start, or while the NameNode keeps
 * no events, nobody is told. An overwritten file is no event of its own: the manager notices it
 * when the new one gets parity, or is told by who wrote it (decision 23).
 */
final class EditFollower implements AutoCloseable {
  private static final long POLL_MILLIS = 1000;
  private static final long RETRY_SECONDS = 10;

  private final DFSClient client;
  private final ChangedFiles changes;
  private final Consumer<String> log;
  private final CountDownLatch following = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  // Of the following thread.
  private DFSInotifyEventInputStream events;
  private long waitSeconds;
  private boolean refused;
  private boolean told;

  /**
   * @param client of a user who may read the edits: a superuser; stays the caller's
   * @param log told what goes wrong, one line at a time
   */
  EditFollower(DFSClient client, ChangedFiles changes, Consumer<String> log) {
    this.client = client;
    this.changes = changes;
    this.log = log;
  }

  /** Begins, in a thread of its own. */
  void start() {
    Thread thread = new Thread(this::run, "evenkeel-edits");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits until events are followed; false when it takes longer. */
  boolean awaitFollowing(long seconds) throws InterruptedException {
    return following.await(seconds, TimeUnit.SECONDS);
  }

  private void run() {
    try {
      do {
        if (events == null) {
          open();
        } else {
          poll();
        }
      } while (!refused && !closed.await(waitSeconds, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but to end it.
      Thread.currentThread().interrupt();
    }
  }

  private void open() {
    try {
      events = client.getInotifyEventStream();
      waitSeconds = 0;
    } catch (IOException | RuntimeException | LinkageError e) {
      failed(e);
    }
  }

  /** The stream keeps its place whatever fails. */
  private void poll() throws InterruptedException {
    try {
      EventBatch batch = events.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      waitSeconds = 0;
      told = false;
      following.countDown();
      if (batch != null) {
        for (Event event : batch.getEvents()) {
          tell(event);
        }
      }
    } catch (MissingEventsException e) {
      log.accept("edit events were missed; parity of what was deleted meanwhile stays longer");
    } catch (IOException | RuntimeException | LinkageError e) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
    refused = isRefused(e);
    if (refused) {
      log.accept(
          "edit events are not followed: --follow-edits needs a superuser of HDFS ("
              + e.getMessage()
              + ")");
    } else if (!told) {
      log.accept("edit events cannot be followed now, and are tried again: " + e);
    }
    told = true;
    waitSeconds = RETRY_SECONDS;
  }

  private static boolean isRefused(Throwable e) {
    Throwable cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return cause instanceof AccessControlException;
  }

  /** Who did it may have told so, too. */
  private void tell(Event event) {
    if (event instanceof Event.UnlinkEvent unlink) {
      changes.tell(PathChange.gone(unlink.getPath()).asPossibleDuplicate());
    } else if (event instanceof Event.TruncateEvent truncate) {
      changes.tell(PathChange.gone(truncate.getPath()).asPossibleDuplicate());
    } else if (event instanceof Event.RenameEvent rename) {
      changes.tell(
          PathChange.moved(rename.getSrcPath(), rename.getDstPath()).asPossibleDuplicate());
    }
  }

  /** Ends it; does not wait. */
  @Override
  public void close() {
    closed.countDown();
  }
}
