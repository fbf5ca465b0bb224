package io.evenkeel.policy.load;

import java.util.Arrays;
import java.util.List;

/**
 * A straggler serves less than half as fast as the median node, and few nodes are like it. The
 * default: finds a straggler among few nodes, and several as long as they are few of all, whatever
 * the spread of the others.
 *
 * <p>Whoever has company is of their hardware and no straggler: a third of the nodes, and three of
 * them, that are not more than twice as fast. That is: nodes are compared with the fastest of the
 * slowest third, where it is slower than the median. So in a cluster of two kinds neither is
 * accused for being slower, and a straggler is found among either. Fewer nodes of slower hardware
 * are named, as far as they differ by more than twice.
 */
final class RatioToMedian implements StragglerDetector {
  private static final double RATIO = 0.5;
  private static final int COMPANY_MIN = 3;
  private static final int COMPANY_SHARE = 3;

  @Override
  public String name() {
    return "ratio-to-median";
  }

  @Override
  public Judgement judge(List<NodeRate> rates) {
    double[] sorted = Statistics.bytesPerSecond(rates);
    Arrays.sort(sorted);
    double median = Statistics.median(sorted);
    int company = Math.max(COMPANY_MIN, (sorted.length + COMPANY_SHARE - 1) / COMPANY_SHARE);
    boolean isLess = company <= sorted.length && sorted[company - 1] < median;
    double reference = isLess ? sorted[company - 1] : median;
    String name = isLess ? "the slowest third" : "the median";
    return new Judgement(
        rates.stream().map(r -> new NodeVerdict(r, reference, name, RATIO * reference)).toList(),
        "");
  }
}
