package io.evenkeel.cli.bench.reads;

import io.evenkeel.sim.chance.Quantiles;
import java.util.Arrays;

/**
 * The median of some ratios and where the median of all such ratios lies with 95 % confidence.
 *
 * <p>The interval is between two of the ratios: for independent draws of any distribution, the
 * number of them below the true median is binomial with one half. With fewer than six ratios no
 * interval reaches 95 %; it is from the least to the largest then.
 *
 * @param count how many ratios
 */
public record Estimate(double median, double low, double high, int count) {
  private static final double TAIL = .025;

  /** At least one ratio, in any order. */
  public static Estimate of(double[] ratios) {
    if (ratios.length == 0) {
      throw new IllegalArgumentException("an estimate needs a ratio, got none");
    }
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    int skipped = skippedAtEachEnd(count);
    return new Estimate(
        Quantiles.median(sorted), sorted[skipped], sorted[count - 1 - skipped], count);
  }

  /** The most ratios at one end that can be left out with the chance of either tail still small. */
  static int skippedAtEachEnd(int count) {
    // In logarithms: half to the power of 2000 is no double.
    double logOfOne = -count * Math.log(2);
    double tail = 0;
    int skipped = -1;
    while (skipped < count) {
      tail += Math.exp(logOfOne);
      if (tail > TAIL) {
        break;
      }
      skipped++;
      logOfOne += Math.log((double) (count - skipped) / (skipped + 1));
    }
    return Math.max(0, skipped);
  }

  /** Half of the interval, on its longer side. */
  double margin() {
    return Math.max(median - low, high - median);
  }
}
