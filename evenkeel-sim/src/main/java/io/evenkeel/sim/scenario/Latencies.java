package io.evenkeel.sim.scenario;

import io.evenkeel.sim.chance.Quantiles;
import java.util.Arrays;

/** How long each of some reads took. */
public final class Latencies {
  private static final double NANOS_PER_MILLI = 1e6;
  private long[] nanos = new long[1024];
  private int count;

  public void add(long took) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = took;
  }

  public int count() {
    return count;
  }

  /** In milliseconds; NaN of none. */
  public double meanMillis() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += nanos[i];
    }
    return sum / count / NANOS_PER_MILLI;
  }

  /** In square milliseconds; NaN of none. */
  public double varianceSquareMillis() {
    double mean = meanMillis();
    double sum = 0;
    for (int i = 0; i < count; i++) {
      double off = nanos[i] / NANOS_PER_MILLI - mean;
      sum += off * off;
    }
    return sum / count;
  }

  /**
   * In milliseconds, by the nearest rank; NaN of none.
   *
   * @param share 0.95 for the one that 95 % do not exceed; 0 for the shortest, 1 for the longest
   */
  public double quantileMillis(double share) {
    return Quantiles.millis(Arrays.copyOf(nanos, count), share);
  }
}
