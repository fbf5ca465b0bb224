package io.evenkeel.cli.report;

import io.evenkeel.sim.chance.Quantiles;
import java.util.Arrays;

/**
 * A median over runs, with the least and the most.
 *
 * @param low half of the runs are between it and {@code high}
 */
public record Spread(double median, double low, double high, double least, double most) {
  /** Of no run at all: each is not a number. */
  public static final Spread NONE =
      new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  /** Of any number of runs. */
  public static Spread of(double... samples) {
    if (samples.length == 0) {
      return NONE;
    }
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int quarter = n / 4;
    return new Spread(
        Quantiles.median(sorted),
        sorted[quarter],
        sorted[n - 1 - quarter],
        sorted[0],
        sorted[n - 1]);
  }
}
