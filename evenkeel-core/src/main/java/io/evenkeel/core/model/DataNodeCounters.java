package io.evenkeel.core.model;

import java.util.Objects;

/**
 * What a DataNode has counted since it started, as its {@code /jmx} says. Reads that their client
 * aborted are in {@code blocksRead} alone.
 *
 * @param totalReadMillis the durations of the reads, waiting for slow clients included
 */
public record DataNodeCounters(NodeId node, long bytesRead, long totalReadMillis, long blocksRead) {
  public DataNodeCounters {
    Objects.requireNonNull(node, "node is null");
    if (bytesRead < 0 || totalReadMillis < 0 || blocksRead < 0) {
      throw new IllegalArgumentException(
          "counters of %s must be >= 0, got %d, %d and %d"
              .formatted(node, bytesRead, totalReadMillis, blocksRead));
    }
  }

  /** Whether these can be later counts of the same process. */
  public boolean follow(DataNodeCounters earlier) {
    return bytesRead >= earlier.bytesRead
        && totalReadMillis >= earlier.totalReadMillis
        && blocksRead >= earlier.blocksRead;
  }
}
