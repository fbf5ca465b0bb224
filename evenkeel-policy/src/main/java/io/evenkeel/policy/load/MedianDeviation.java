package io.evenkeel.policy.load;

import java.util.List;

/**
 * A straggler lies 3.5 scaled median absolute deviations below the median: the common rule for
 * outliers that does not let outliers hide themselves. The deviation counts for at least a 20th of
 * the median, for nodes that are nearly equal would otherwise accuse each other.
 */
final class MedianDeviation implements StragglerDetector {
  private static final double DEVIATIONS = 3.5;

  /** Makes the median absolute deviation of normal values their standard deviation. */
  private static final double NORMAL_SCALE = 1.4826;

  private static final double DEVIATION_MIN_RATIO = 0.05;

  @Override
  public String name() {
    return "median-deviation";
  }

  @Override
  public Judgement judge(List<NodeRate> rates) {
    double[] values = Statistics.bytesPerSecond(rates);
    double median = Statistics.median(values);
    double deviation = NORMAL_SCALE * Statistics.medianDistance(median, values);
    double limit = median - DEVIATIONS * Math.max(deviation, DEVIATION_MIN_RATIO * median);
    return new Judgement(
        rates.stream().map(r -> new NodeVerdict(r, median, "the median", limit)).toList(), "");
  }
}
