package io.evenkeel.core.model;

import io.evenkeel.core.model.ReadReport.LaneReport;
import java.util.Objects;
import java.util.Optional;

/**
 * What one lane, or one stretch of a stock stream, saw of its node, or some that were alike, all
 * together. Lanes that were aborted, parked or failed are samples like others: without them the
 * slow ones would be missing.
 *
 * @param requestedBytes what the lane was asked for; says whether the sample can be compared with
 *     others, for a short request is mostly connecting and seeking
 * @param receivedBytes what crossed the wire, discarded bytes included
 * @param busyNanos how long the read waited for the node, as {@link LaneReport#busyNanos} defines;
 *     0 when bytes came and the client does not say how fast, for it was slow itself
 * @param reads of how many reads it is, of whose bytes and times it has the sums; one where it is
 *     not said
 */
public record NodeSample(
    NodeId node,
    long requestedBytes,
    long receivedBytes,
    long busyNanos,
    LaneReport.Outcome outcome,
    Optional<Integer> reads) {
  private static final int READS_MAX = 1 << 20;

  public NodeSample {
    Objects.requireNonNull(node, "node is null");
    Objects.requireNonNull(reads, "reads is null");
    Objects.requireNonNull(outcome, "outcome is null");
    if (requestedBytes < 0 || receivedBytes < 0 || busyNanos < 0) {
      throw new IllegalArgumentException(
          "a sample of %s needs bytes and time >= 0, got %d, %d and %d"
              .formatted(node, requestedBytes, receivedBytes, busyNanos));
    }
    if (reads.isPresent() && (reads.get() < 1 || reads.get() > READS_MAX)) {
      throw new IllegalArgumentException(
          "a sample of %s is of 1 to %d reads, got %d".formatted(node, READS_MAX, reads.get()));
    }
  }

  /** Of one read. */
  public NodeSample(
      NodeId node,
      long requestedBytes,
      long receivedBytes,
      long busyNanos,
      LaneReport.Outcome outcome) {
    this(node, requestedBytes, receivedBytes, busyNanos, outcome, Optional.empty());
  }

  /** Both together, where they are of the same node; it has ended as the other has. */
  public NodeSample plus(NodeSample other) {
    return new NodeSample(
        node,
        requestedBytes + other.requestedBytes,
        receivedBytes + other.receivedBytes,
        busyNanos + other.busyNanos,
        other.outcome,
        Optional.of(readCount() + other.readCount()));
  }

  /** Of how many reads it is. */
  public int readCount() {
    return reads.orElse(1);
  }

  /** That the node brought something, not how fast; of one that brought nothing all there is. */
  public NodeSample withoutTime() {
    return receivedBytes == 0 ? this : new NodeSample(node, 0, receivedBytes, 0, outcome, reads);
  }
}
