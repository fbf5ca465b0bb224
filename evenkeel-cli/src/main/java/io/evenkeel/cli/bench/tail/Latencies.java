package io.evenkeel.cli.bench.tail;

import io.evenkeel.cli.bench.Quantiles;
import java.util.Arrays;

/**
 * How long each of some operations took, in the order in which they began.
 *
 * @param unfinished how many had not ended: their time is a lower bound
 */
record Latencies(long[] nanos, int unfinished) {
  /** The least time that so many percent of them did not exceed. */
  double percentileMillis(int percent) {
    return percentileMillis(percent, nanos.length);
  }

  /** The same of the first so many of them, or of all if they are fewer. */
  double percentileMillis(int percent, int first) {
    return Quantiles.millis(Arrays.copyOf(nanos, Math.min(first, nanos.length)), percent / 100.0);
  }

  double maxMillis() {
    return percentileMillis(100);
  }
}
