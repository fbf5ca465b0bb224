package io.evenkeel.policy.load;

import java.util.Arrays;
import java.util.List;

/**
 * Location and spread, of service rates above all. The policy is in every client and imports no
 * library for them; figures are by {@code Quantiles} of the simulator.
 */
public final class Statistics {
  private Statistics() {}

  static double[] bytesPerSecond(List<NodeRate> rates) {
    return rates.stream().mapToDouble(NodeRate::bytesPerSecond).toArray();
  }

  /** The middle value, or the mean of the two middle ones; 0 of none. */
  public static double median(double... values) {
    if (values.length == 0) {
      return 0;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static double mean(double... values) {
    return Arrays.stream(values).average().orElse(0);
  }

  /** The sample standard deviation (over n - 1); 0 of fewer than two. */
  static double deviation(double... values) {
    if (values.length < 2) {
      return 0;
    }
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }

  /** The median distance from a centre. */
  static double medianDistance(double centre, double... values) {
    return median(Arrays.stream(values).map(v -> Math.abs(v - centre)).toArray());
  }
}
