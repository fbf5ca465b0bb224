package io.evenkeel.cli.bench.tail;

import java.util.Arrays;

/**
 * How long each of some operations took, in the order in which they began.
 *
 * @param unfinished how many had not ended: their time is a lower bound
 */
record Latencies(long[] nanos, int unfinished) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The least time that so many percent of them did not exceed. */
  double percentileMillis(int percent) {
    return percentileMillis(percent, nanos.length);
  }

  /** The same of the first so many of them, or of all if they are fewer. */
  double percentileMillis(int percent, int first) {
    long[] sorted = Arrays.copyOf(nanos, Math.min(first, nanos.length));
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percent / 100.0 * sorted.length);
    return sorted[Math.max(0, rank - 1)] / NANOS_PER_MILLI;
  }

  double maxMillis() {
    return percentileMillis(100);
  }
}
