package io.evenkeel.cli.repro;

import java.util.Arrays;

/**
 * A median over runs, with the least and the most.
 *
 * @param low half of the runs are between it and {@code high}
 */
record Spread(double median, double low, double high, double least, double most) {
  /** Of at least one run. */
  static Spread of(double... samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int quarter = n / 4;
    return new Spread(
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
        sorted[quarter],
        sorted[n - 1 - quarter],
        sorted[0],
        sorted[n - 1]);
  }
}
