package io.evenkeel.sim.cluster;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.queue.ServerQueue.Discipline;

/**
 * What storage nodes take, in the bytes of the scenario: those that are moved here are fewer by
 * {@code scale}.
 *
 * @param discipline how reads share a node's disk
 * @param bytesPerSecond how fast a disk reads
 * @param overheadNanos what a lane's first slice takes besides, as for a seek
 * @param noise times the time of the bytes, drawn for every slice
 * @param speed of each node against the usual one, drawn once
 * @param links what bytes cross from a disk to a process
 * @param openNanos until a lane is open
 * @param packetBytes slices cross in pieces of at most so many bytes; 0 as a whole
 * @param scale so many bytes of the scenario are one here
 */
public record NodeSettings(
    Discipline discipline,
    double bytesPerSecond,
    long overheadNanos,
    Distribution noise,
    Distribution speed,
    LinkSettings links,
    long openNanos,
    long packetBytes,
    long scale) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** A packet of a DataNode. */
  private static final long IN_HAND_BYTES = 64 << 10;

  public NodeSettings {
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "a disk's rate is > 0 bytes per second, got " + bytesPerSecond);
    }
    if (scale < 1 || packetBytes < 0 || overheadNanos < 0 || openNanos < 0) {
      throw new IllegalArgumentException(
          "scale is >= 1, packetBytes and times are >= 0, got %d, %d, %d and %d"
              .formatted(scale, packetBytes, overheadNanos, openNanos));
    }
  }

  /** What so many bytes take at a rate in bytes per second. */
  double nanos(int lengthBytes, double rate) {
    return lengthBytes * (double) scale * NANOS_PER_SECOND / rate;
  }

  /** What a node has in hand of what it reads: it is read, whoever wants it no more. */
  int inHandBytes(int lengthBytes) {
    return (int) Math.min(lengthBytes, Math.max(1, IN_HAND_BYTES / scale));
  }

  /** How many bytes cross at once of what is so long. */
  int packetBytes(int lengthBytes) {
    return packetBytes == 0
        ? lengthBytes
        : (int) Math.min(lengthBytes, Math.max(1, packetBytes / scale));
  }
}
