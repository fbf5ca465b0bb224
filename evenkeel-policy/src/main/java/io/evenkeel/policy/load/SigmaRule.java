package io.evenkeel.policy.load;

import java.util.List;
import java.util.Locale;

/**
 * A straggler serves slower than the mean of all nodes, itself included, less some standard
 * deviations: three in POCache (JPDC 2022, section 3.3), one in its prototype's straggler-aware
 * cache. The deviation is the sample's (over n - 1), as in the prototype.
 *
 * <p>No value among n can lie more than (n - 1) / sqrt(n) sample deviations from their mean, so
 * three sigma finds nothing among 10 nodes or fewer, and of s equally slow nodes only when n is
 * more than about 10 s. The judgement says the former.
 */
final class SigmaRule implements StragglerDetector {
  private final String name;
  private final double sigmas;

  SigmaRule(String name, double sigmas) {
    this.name = name;
    this.sigmas = sigmas;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Judgement judge(List<NodeRate> rates) {
    double[] values = Statistics.bytesPerSecond(rates);
    double mean = Statistics.mean(values);
    boolean canFire = canFire(values.length);
    // Rounding must not let a rule fire that by its own arithmetic cannot.
    double limit = canFire ? mean - sigmas * Statistics.deviation(values) : 0;
    return new Judgement(
        rates.stream().map(r -> new NodeVerdict(r, mean, "the mean", limit)).toList(),
        canFire ? "" : caveat(values.length));
  }

  private boolean canFire(int nodes) {
    return farthest(nodes) > sigmas;
  }

  /** How many sample deviations a value can lie from the mean at most. */
  private static double farthest(int nodes) {
    return nodes == 0 ? 0 : (nodes - 1) / Math.sqrt(nodes);
  }

  private String caveat(int nodes) {
    int enough = nodes;
    while (!canFire(enough)) {
      enough++;
    }
    return String.format(
        Locale.ROOT,
        "%s cannot fire with rates of %d nodes: none can lie more than %.2f deviations from the"
            + " mean; it needs %d, or choose ratio-to-median",
        name,
        nodes,
        farthest(nodes),
        enough);
  }
}
