package io.evenkeel.cli.bench;

import java.util.Arrays;
import java.util.List;

/** Quantiles of a few times, by the nearest rank. */
public final class Quantiles {
  private Quantiles() {}

  /** In milliseconds; of few times the largest, of none NaN. */
  public static double millis(List<Long> nanos, double quantile) {
    return millis(nanos.stream().mapToLong(Long::longValue).toArray(), quantile);
  }

  /** The same. */
  public static double millis(long[] nanos, double quantile) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(quantile * sorted.length);
    return sorted.length == 0 ? Double.NaN : sorted[Math.max(1, rank) - 1] / 1e6;
  }
}
