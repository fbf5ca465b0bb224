package io.evenkeel.client.read;

import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadExecution;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;

/** One read of the engine for who waits by no thread, as in virtual time. Thread-safe. */
public final class CallbackRead implements LaneRead {
  private final Events events;
  private final ReadListener listener;
  private final ReadExecution execution;
  private volatile boolean finished;

  /**
   * Starts it.
   *
   * @param listener told first of everything; gives back what is delivered by {@link #release}
   */
  public CallbackRead(
      ReadEngine engine, ReadRequest request, ReadListener listener, Events events) {
    this.events = events;
    this.listener = listener;
    this.execution = engine.read(request, new Both());
    execution.start();
  }

  /** Gives a delivered piece's buffer back, exactly once per piece. */
  public void release(Delivery.Piece piece) {
    execution.release(piece);
  }

  @Override
  public void refresh() {
    execution.refresh();
  }

  @Override
  public boolean isFinished() {
    return finished;
  }

  /** Who is called waits for nothing else. */
  @Override
  public long idleNanos() {
    return 0;
  }

  @Override
  public boolean release() {
    return false;
  }

  @Override
  public void close() {
    execution.close();
  }

  /** Who reads, and then those who keep books of it, whatever the first may throw. */
  private final class Both implements ReadListener {
    @Override
    public void deliver(Delivery delivery) {
      listener.deliver(delivery);
    }

    @Override
    public void missing(Source source, String reason) {
      both(() -> listener.missing(source, reason), () -> events.missing(source, reason));
    }

    @Override
    public void broken(Source source, String reason) {
      both(() -> listener.broken(source, reason), () -> events.broken(source, reason));
    }

    @Override
    public void laneEnded(LaneReport lane, boolean isStarved) {
      both(() -> listener.laneEnded(lane, isStarved), () -> events.laneEnded(lane, isStarved));
    }

    @Override
    public void overtaken(Source source) {
      both(() -> listener.overtaken(source), () -> events.overtaken(source));
    }

    @Override
    public void finished(ReadReport report) {
      finished = true;
      both(() -> listener.finished(report), () -> events.finished(CallbackRead.this, report));
    }

    @Override
    public void drained() {
      both(listener::drained, events::drained);
    }

    private static void both(Runnable tellReader, Runnable tellBooks) {
      try {
        tellReader.run();
      } finally {
        tellBooks.run();
      }
    }
  }
}
