package io.evenkeel.core.model;

import io.evenkeel.core.model.ReadReport.LaneReport;
import java.util.Objects;

/**
 * What one lane, or one stretch of a stock stream, saw of its node. Lanes that were aborted, parked
 * or failed are samples like others: without them the slow ones would be missing.
 *
 * @param requestedBytes what the lane was asked for; says whether the sample can be compared with
 *     others, for a short request is mostly connecting and seeking
 * @param receivedBytes what crossed the wire, discarded bytes included
 * @param busyNanos how long the read waited for the node, as {@link LaneReport#busyNanos} defines;
 *     0 when bytes came and the client does not say how fast, for it was slow itself
 */
public record NodeSample(
    NodeId node,
    long requestedBytes,
    long receivedBytes,
    long busyNanos,
    LaneReport.Outcome outcome) {
  public NodeSample {
    Objects.requireNonNull(node, "node is null");
    Objects.requireNonNull(outcome, "outcome is null");
    if (requestedBytes < 0 || receivedBytes < 0 || busyNanos < 0) {
      throw new IllegalArgumentException(
          "a sample of %s needs bytes and time >= 0, got %d, %d and %d"
              .formatted(node, requestedBytes, receivedBytes, busyNanos));
    }
  }

  /** That the node brought something, not how fast; of one that brought nothing all there is. */
  public NodeSample withoutTime() {
    return receivedBytes == 0 ? this : new NodeSample(node, 0, receivedBytes, 0, outcome);
  }
}
