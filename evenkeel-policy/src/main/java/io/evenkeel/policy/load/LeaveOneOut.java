package io.evenkeel.policy.load;

import java.util.ArrayList;
import java.util.List;

/**
 * A straggler lies three standard deviations below the mean of the <em>other</em> nodes, so that it
 * cannot hide behind the deviation that it causes itself; this is what three sigma lacks in small
 * clusters. Several equal stragglers still hide each other, and so does a class of slower hardware.
 * The deviation counts for at least a 20th of the mean.
 */
final class LeaveOneOut implements StragglerDetector {
  private static final double DEVIATIONS = 3;
  private static final double DEVIATION_MIN_RATIO = 0.05;
  private static final int NODES_MIN = 4;

  @Override
  public String name() {
    return "leave-one-out";
  }

  @Override
  public Judgement judge(List<NodeRate> rates) {
    double[] values = Statistics.bytesPerSecond(rates);
    boolean enough = values.length >= NODES_MIN;
    List<NodeVerdict> verdicts = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      double[] others = without(i, values);
      double mean = Statistics.mean(others);
      double deviation = Math.max(Statistics.deviation(others), DEVIATION_MIN_RATIO * mean);
      double limit = enough ? mean - DEVIATIONS * deviation : 0;
      verdicts.add(new NodeVerdict(rates.get(i), mean, "the mean of the others", limit));
    }
    String caveat =
        "%s needs %d nodes to know a deviation, there are rates of %d"
            .formatted(name(), NODES_MIN, values.length);
    return new Judgement(verdicts, enough ? "" : caveat);
  }

  private static double[] without(int index, double... values) {
    double[] others = new double[values.length - 1];
    System.arraycopy(values, 0, others, 0, index);
    System.arraycopy(values, index + 1, others, index, others.length - index);
    return others;
  }
}
