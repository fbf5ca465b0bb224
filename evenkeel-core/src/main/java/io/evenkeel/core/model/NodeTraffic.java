package io.evenkeel.core.model;

/**
 * What one process reads from a node.
 *
 * @param bytesPerSecond how fast lanes and stock streams that were read to their end have had its
 *     bytes, the latest counting most; 0 when unknown
 * @param outstandingBytes what lanes have asked of it, and have neither got nor given up, and what
 *     stock reads wait for there; of storage nodes
 */
public record NodeTraffic(double bytesPerSecond, long outstandingBytes) {
  /** Of a node that nobody has asked for anything. */
  public static final NodeTraffic NONE = new NodeTraffic(0, 0);

  public NodeTraffic {
    if (!(bytesPerSecond >= 0) || outstandingBytes < 0) {
      throw new IllegalArgumentException(
          "traffic is a rate and bytes >= 0, got " + bytesPerSecond + " and " + outstandingBytes);
    }
  }
}
