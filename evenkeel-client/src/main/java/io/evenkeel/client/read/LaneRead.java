package io.evenkeel.client.read;

import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;

/** A read by lanes that was started. Thread-safe; no method waits. */
public interface LaneRead extends ReadBudget.Holder, AutoCloseable {
  /** What is known has changed, as when a ticket has arrived. */
  void refresh();

  /** Whether the engine's part is done; what it delivered may still be read. */
  boolean isFinished();

  /** Ends it at once, whatever is under way. */
  @Override
  void close();

  /** What such a read tells of; must not block. */
  interface Events {
    /** As {@link ReadListener#missing}. */
    void missing(Source source, String reason);

    /** As {@link ReadListener#broken}. */
    void broken(Source source, String reason);

    /** As {@link ReadListener#laneEnded}. */
    void laneEnded(LaneReport lane, boolean isStarved);

    /** What a node owed others have brought, though it had its time. */
    void overtaken(Source source);

    /**
     * The caller has waited for longer than a healthy node takes; told again every second while it
     * waits. Called by its thread.
     *
     * @param position of the byte that it waits for
     */
    void waitedLong(long position);

    /** The engine's part is done; what it delivered may still be read. */
    void finished(LaneRead read, ReadReport report);

    /**
     * The engine's part is done and all that it delivered was read or dropped: no memory is held.
     */
    void drained();
  }
}
