package io.evenkeel.cli.bench;

import java.util.List;

/** Quantiles of a few times, by the nearest rank. */
public final class Quantiles {
  private Quantiles() {}

  /** In milliseconds; of few times the largest, of none NaN. */
  public static double millis(List<Long> nanos, double quantile) {
    List<Long> sorted = nanos.stream().sorted().toList();
    int rank = (int) Math.ceil(quantile * sorted.size());
    return sorted.isEmpty() ? Double.NaN : sorted.get(Math.max(1, rank) - 1) / 1e6;
  }
}
