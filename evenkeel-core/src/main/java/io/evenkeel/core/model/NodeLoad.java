package io.evenkeel.core.model;

/**
 * What one process knows of the load of a node.
 *
 * @param bytesPerSecond how fast the node has lately brought what was asked of it; 0 when unknown
 * @param outstandingBytes what this process has asked of it, and has neither got nor given up
 */
public record NodeLoad(double bytesPerSecond, long outstandingBytes) {
  /** Of a node that nobody has asked for anything. */
  public static final NodeLoad NONE = new NodeLoad(0, 0);

  public NodeLoad {
    if (!(bytesPerSecond >= 0) || outstandingBytes < 0) {
      throw new IllegalArgumentException(
          "a load is a rate and bytes >= 0, got " + bytesPerSecond + " and " + outstandingBytes);
    }
  }
}
