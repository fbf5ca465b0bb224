package io.evenkeel.sim.chance;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * What the product's figures mean by a quantile and by a median. A quantile is one of the values,
 * by the nearest rank: the least that is not exceeded by so large a share of them. A median is the
 * middle one, or the mean of the two in the middle. Of no values, and with one among them that is
 * no number, both are no number.
 */
public final class Quantiles {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double HALF = 50;

  /** Shares are given in decimals, and 0.95 of 100 must not come to a rank above 95. */
  private static final double ROUNDING = 1 - 1e-12;

  private Quantiles() {}

  /**
   * @param share 0 for the least, 1 for the greatest
   */
  public static double nearestRank(double[] values, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("the share of a quantile is from 0 to 1, found " + share);
    }
    return percentile(
        values, 100 * Math.max(share * ROUNDING, Double.MIN_NORMAL), EstimationType.R_1);
  }

  /** Of an even number the mean of the two in the middle. */
  public static double median(double... values) {
    return percentile(values, HALF, EstimationType.R_2);
  }

  private static double percentile(double[] values, double percent, EstimationType type) {
    if (Arrays.stream(values).anyMatch(Double::isNaN)) {
      return Double.NaN;
    }
    return new Percentile(percent).withEstimationType(type).evaluate(values);
  }

  /** By the nearest rank, in milliseconds. */
  public static double millis(List<Long> nanos, double share) {
    return nearestRank(doubles(nanos), share) / NANOS_PER_MILLI;
  }

  /** By the nearest rank, in milliseconds. */
  public static double millis(long[] nanos, double share) {
    return nearestRank(Arrays.stream(nanos).asDoubleStream().toArray(), share) / NANOS_PER_MILLI;
  }

  /** Of the same as {@link #median(double...)}. */
  public static double median(List<Long> values) {
    return median(doubles(values));
  }

  /** The same, in milliseconds. */
  public static double medianMillis(List<Long> nanos) {
    return median(nanos) / NANOS_PER_MILLI;
  }

  private static double[] doubles(List<Long> values) {
    return values.stream().mapToDouble(Long::doubleValue).toArray();
  }
}
