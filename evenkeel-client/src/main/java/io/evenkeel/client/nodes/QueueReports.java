package io.evenkeel.client.nodes;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.Scheduler;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells the manager once a second what this process has outstanding at storage nodes, and the
 * process what all have: while reads ask for anything, and once more when nothing is outstanding.
 * One request at a time; a process that ends at once tells nothing. Thread-safe.
 */
public final class QueueReports {
  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** After the first use. */
  static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final QueueBook book;
  private final ManagerApi manager;
  private final Scheduler scheduler;
  private final Epoch process;
  private boolean busy;
  private boolean isAsked;

  /**
   * @param process a random name, so that the manager counts it once
   */
  public QueueReports(QueueBook book, ManagerApi manager, Scheduler scheduler, Epoch process) {
    this.book = book;
    this.manager = manager;
    this.scheduler = scheduler;
    this.process = process;
  }

  /** Something is asked of a node. */
  public void asked() {
    synchronized (this) {
      isAsked = true;
      if (busy) {
        return;
      }
      busy = true;
    }
    later(FIRST_NANOS);
  }

  private void later(long nanos) {
    try {
      scheduler.schedule(nanos, this::send);
    } catch (Throwable e) {
      // No thread or no memory: what is asked next tries it.
      rest();
    }
  }

  private synchronized void rest() {
    busy = false;
  }

  private void send() {
    List<Queued> own;
    synchronized (this) {
      isAsked = false;
      own = book.beginReport();
    }
    try {
      manager.queues(new QueueReport(process, own), new Told(own.isEmpty()));
    } catch (Throwable e) {
      next(own.isEmpty());
    }
  }

  /**
   * @param wasIdle whether the manager knows that nothing is outstanding
   */
  private void next(boolean wasIdle) {
    synchronized (this) {
      if (wasIdle && !isAsked) {
        busy = false;
        return;
      }
    }
    later(PERIOD_NANOS);
  }

  private final class Told implements Completion<QueueAnswer> {
    private final boolean wasIdle;

    Told(boolean wasIdle) {
      this.wasIdle = wasIdle;
    }

    @Override
    public void done(QueueAnswer answer) {
      book.told(answer);
      next(wasIdle);
    }

    @Override
    public void failed(Throwable cause) {
      // The manager's client has said why, once; what was told before is believed for a while.
      next(wasIdle);
    }
  }
}
