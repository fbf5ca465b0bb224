package io.evenkeel.policy.load;

import java.util.List;

/**
 * A straggler serves less than half as fast as the median node. The default: finds a straggler
 * among few nodes, and several as long as they are the minority, whatever the spread of the others.
 * Hardware that differs by more than twice is named too.
 */
final class RatioToMedian implements StragglerDetector {
  private static final double RATIO = 0.5;

  @Override
  public String name() {
    return "ratio-to-median";
  }

  @Override
  public Judgement judge(List<NodeRate> rates) {
    double median = Statistics.median(Statistics.bytesPerSecond(rates));
    return new Judgement(
        rates.stream().map(r -> new Verdict(r, median, "the median", RATIO * median)).toList(), "");
  }
}
