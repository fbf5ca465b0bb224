package io.evenkeel.cli.bench.small;

import java.util.Arrays;

/**
 * How long each of some operations took, in the order in which they began.
 *
 * @param unfinished how many had not ended: their time is a lower bound
 */
record Latencies(long[] nanos, int unfinished) {
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The least time that a share of the first so many of them did not exceed.
   *
   * @param first at most as many as there are count
   */
  private double millis(double share, int first) {
    long[] sorted = Arrays.copyOf(nanos, Math.min(first, nanos.length));
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)] / NANOS_PER_MILLI;
  }

  private double millis(double share) {
    return millis(share, nanos.length);
  }

  /** The 99th percentile of the first so many. */
  double p99Millis(int first) {
    return millis(.99, first);
  }

  double p50Millis() {
    return millis(.5);
  }

  double p99Millis() {
    return millis(.99);
  }

  double maxMillis() {
    return millis(1);
  }
}
