package io.evenkeel.client.stream;

import java.util.concurrent.TimeUnit;

/**
 * For how long a stock stream waits by itself after lanes could not be had, as when all buffer
 * memory is in use: twice as long each time, for to ask costs its connection; but not so long that
 * a node that hangs is waited for when there has long been memory again.
 */
final class Patience {
  private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

  private Patience() {}

  /**
   * @param beforeNanos how long it was the last time; 0 for the first
   */
  static long after(long beforeNanos) {
    return Math.min(MAX_NANOS, Math.max(MIN_NANOS, 2 * beforeNanos));
  }
}
