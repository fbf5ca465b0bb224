package io.evenkeel.client.nodes;

import io.evenkeel.core.engine.LateAllowance;

/**
 * What some cause may cost the reads of this process together: a share of what they have brought,
 * and a burst. Each read's own limits would let many that run at once ask for several times their
 * bytes, where nodes are late because they have too much to do. Thread-safe.
 */
final class ExtraBudget implements LateAllowance {
  private final double ratio;
  private final long burstBytes;
  private double leftBytes;

  /**
   * @param ratio of the bytes brought to callers
   * @param burstBytes what is left at the beginning, and at most
   */
  ExtraBudget(double ratio, long burstBytes) {
    this(ratio, burstBytes, burstBytes);
  }

  /**
   * @param ratio of the bytes brought to callers
   * @param burstBytes what is left at most
   * @param firstBytes what is left at the beginning
   */
  ExtraBudget(double ratio, long burstBytes, long firstBytes) {
    this.ratio = ratio;
    this.burstBytes = burstBytes;
    this.leftBytes = firstBytes;
  }

  @Override
  public synchronized boolean mayAskMore() {
    return leftBytes > 0;
  }

  /** Whether all of this is left. */
  synchronized boolean hasLeft(long bytes) {
    return leftBytes >= bytes;
  }

  @Override
  public void charged(long bytes) {
    add((double) -bytes);
  }

  /** A read has brought its caller so much. */
  void brought(long bytes) {
    add(ratio * bytes);
  }

  private synchronized void add(double bytes) {
    leftBytes = Math.min((double) burstBytes, leftBytes + bytes);
  }
}
