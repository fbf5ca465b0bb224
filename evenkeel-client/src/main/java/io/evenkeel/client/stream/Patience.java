package io.evenkeel.client.stream;

import java.util.concurrent.TimeUnit;

/**
 * For how long a stock stream waits by itself after lanes could not be had, as when all buffer
 * memory is in use: twice as long each time, for to ask costs its connection, and who is asked anew
 * all the time brings nothing.
 */
final class Patience {
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private Patience() {}

  /**
   * @param beforeNanos how long it was the last time; 0 for the first
   */
  static long after(long beforeNanos) {
    return Math.max(LEAST_NANOS, 2 * beforeNanos);
  }
}
