package io.evenkeel.core.model;

import java.util.List;

/**
 * What every lane of a read did, and what was left to the stock read.
 *
 * @param receivedBytes the bytes that crossed the wire to lanes, discarded ones included
 * @param plainBytes the bytes left to the stock read
 * @param plainReason why the first of them were; empty when there are none
 * @param extraDenied how often lateness was left alone because the extra-bytes budget was used up
 * @param ledgers what going around nodes has cost, one entry for each node gone around
 */
public record ReadReport(
    ByteRange range,
    long receivedBytes,
    long plainBytes,
    String plainReason,
    long decodedBytes,
    long extraDenied,
    long nanos,
    List<NodeLedgers> ledgers,
    List<LaneReport> lanes) {
  public ReadReport {
    ledgers = List.copyOf(ledgers);
    lanes = List.copyOf(lanes);
  }

  /** What lanes have brought its caller at most: what they had, and of no byte twice. */
  public long broughtBytes() {
    return Math.max(0, Math.min(receivedBytes, range.lengthBytes() - plainBytes));
  }

  /**
   * What became of one lane. A lane that was skipped forward is one lane with several opens.
   *
   * @param requestedBytes what it was asked for, slices that were later given up included
   * @param receivedBytes what crossed the wire until it ended, discarded bytes included
   * @param nanosPerByte its last pace at long slices; 0 when it delivered nothing
   * @param pacedBytes how long the longest of these was
   * @param busyNanos how long the lane owed at least one slice: for each slice asked, from the
   *     moment in which it was asked or the slice before it arrived, whichever is later, until it
   *     arrived at the lane; for one that never came until the lane ended or was skipped past it.
   *     Connecting, seeking and slices that nobody wanted any more are in it. Not in it is the time
   *     in which the lane was not asked, because the caller did not consume or the read's memory
   *     was used up, nor the time that an arrived slice waited to be looked at, nor what the read
   *     did on the lane's thread because of it: a reader's own slowness must not accuse a node
   */
  public record LaneReport(
      Source source,
      int opens,
      long requestedBytes,
      long receivedBytes,
      int lateSlices,
      double nanosPerByte,
      int pacedBytes,
      long busyNanos,
      Outcome outcome,
      String detail) {
    /** How a lane ended. */
    public enum Outcome {
      FINISHED,
      ABORTED,
      PARKED,
      FAILED
    }

    /** What it says of its node. */
    public NodeSample sample() {
      return new NodeSample(source.node(), requestedBytes, receivedBytes, busyNanos, outcome);
    }
  }
}
