package io.evenkeel.core.engine;

import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;

/**
 * The caller's side of a read. Called in the read's serial context; must not block. What it throws
 * does no harm: a delivery that it refuses so is left to the stock read, with all that follows.
 */
public interface ReadListener {
  /** The next deliveries are there, without a gap to the ones before. */
  void deliver(Delivery delivery);

  /**
   * What was published of a source is not where it should be, which may be another node of its name
   * for whoever reads: whoever published it should look.
   */
  default void missing(Source source, String reason) {
    broken(source, reason);
  }

  /**
   * What was published of a source is wrong: whoever published it should know. Of a stored one:
   * what was decoded does not agree with it, so it or one of the others is wrong.
   */
  void broken(Source source, String reason);

  /**
   * A lane has ended; told at once, for a read may go on for hours.
   *
   * @param isStarved whether there was no thread or memory for a lane of the read: how long others
   *     took says nothing of their nodes then
   */
  default void laneEnded(LaneReport lane, boolean isStarved) {}

  /**
   * What a node owed others have brought: told at once, for other reads need not find that out for
   * themselves. Whether it was more than a hiccup the report says.
   */
  default void overtaken(Source source) {}

  /**
   * The read has ended: everything was delivered, or it was closed. What was not delivered, because
   * {@link #deliver} has thrown, is to be read the stock way. Only {@link #drained} is called after
   * this.
   */
  void finished(ReadReport report);

  /** The read has finished and every piece was released: it holds no memory. Told exactly once. */
  default void drained() {}
}
