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
import java.util.function.Supplier;

/**
 * Tells the manager once a second what this process has outstanding at storage nodes, and the
 * process what all have: while reads ask for anything, and once more when nothing is outstanding.
 * One request at a time; a process that ends at once tells nothing. Thread-safe.
 */
public final class QueueReportSender {
  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** After the first use. */
  static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final QueueBook book;
  private final Supplier<ManagerApi> manager;
  private final Scheduler scheduler;
  private final Supplier<Epoch> name;

  /** Made with the first report: numbers that nobody can guess take a while. */
  private Epoch process;

  private boolean busy;
  private volatile boolean isAsked;
  private long sentNanos;

  /**
   * @param manager asked for with the first report, on the timer's thread, as what follows
   * @param name a random one of the process, so that the manager counts it once
   */
  public QueueReportSender(
      QueueBook book, Supplier<ManagerApi> manager, Scheduler scheduler, Supplier<Epoch> name) {
    this.book = book;
    this.manager = manager;
    this.scheduler = scheduler;
    this.name = name;
    this.sentNanos = scheduler.nanoTime() - PERIOD_NANOS;
  }

  /** Something is asked of a node, or waited for. */
  public void asked() {
    if (isAsked) {
      return;
    }
    long wait;
    synchronized (this) {
      isAsked = true;
      if (busy) {
        return;
      }
      busy = true;
      wait = sentNanos + PERIOD_NANOS - scheduler.nanoTime();
    }
    later(Math.max(FIRST_NANOS, wait));
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
    isAsked = false;
  }

  private void send() {
    List<Queued> own = List.of();
    try {
      QueueReport report;
      synchronized (this) {
        isAsked = false;
        sentNanos = scheduler.nanoTime();
        own = book.beginReport();
        process = process == null ? name.get() : process;
        report = new QueueReport(process, own);
      }
      manager.get().queues(report, new Told(own.isEmpty()));
    } catch (Throwable e) {
      next(own.isEmpty());
    }
  }

  /**
   * @param wasIdle whether nothing was outstanding when the manager was told, or could not be
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
      try {
        book.told(answer);
      } finally {
        next(wasIdle);
      }
    }

    @Override
    public void failed(Throwable cause) {
      // The manager's client has said why, once; what was told before is believed for a while.
      next(wasIdle);
    }
  }
}
