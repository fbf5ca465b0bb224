package io.evenkeel.cli.repro;

import io.evenkeel.sim.direct.DirectionFigures;
import java.util.Locale;

/**
 * How a direction's figures stand to those of the paper. What is compared is by how much it cuts
 * Normal's 95th percentile; of Normal, the percentile itself.
 *
 * @param word agrees, better, worse, lower, higher; ours where the paper has none
 * @param reason where it differs; empty elsewhere
 */
record HuVerdict(String word, String reason) {
  /** Of a share, this much is no difference: placements differ by more. */
  private static final double SAME_CUT = 0.10;

  private static final double SAME_RATIO = 1.25;

  static HuVerdict of(HuExperiment experiment, String direction) {
    HuPaper paper = experiment.paper();
    if (!paper.rows().containsKey(direction)) {
      return new HuVerdict("ours", "");
    }
    double normal = ratio(experiment, HuPaper.NORMAL);
    if (direction.equals(HuPaper.NORMAL)) {
      return ofNormal(normal);
    }
    double cut = experiment.p95Cut(direction).median();
    double stated = paper.p95Cut(direction);
    if (Math.abs(cut - stated) <= SAME_CUT) {
      return new HuVerdict("agrees", "");
    }
    double own = ratio(experiment, direction);
    String figures =
        String.format(
            Locale.ROOT,
            "p95 cut by %.0f %%, stated %.0f %%; it is %.2f x the stated, Normal's %.2f x: ",
            100 * cut,
            100 * stated,
            own,
            normal);
    return new HuVerdict(cut > stated ? "better" : "worse", figures + reason(direction, own));
  }

  private static double ratio(HuExperiment experiment, String direction) {
    double median = experiment.spread(direction, DirectionFigures::p95Seconds).median();
    return median / experiment.paper().rows().get(direction).p95();
  }

  private static boolean isSame(double ratio) {
    return ratio <= SAME_RATIO && ratio >= 1 / SAME_RATIO;
  }

  private static HuVerdict ofNormal(double ratio) {
    if (isSame(ratio)) {
      return new HuVerdict("agrees", "");
    }
    return new HuVerdict(
        ratio > 1 ? "higher" : "lower",
        String.format(
            Locale.ROOT,
            "p95 is %.2f x the stated: it follows how busy the hottest node is, which the paper"
                + " does not state",
            ratio));
  }

  private static String reason(String direction, double ownRatio) {
    if (isSame(ownRatio)) {
      return "its own agrees, and Normal's is that of its hottest node";
    }
    if (direction.endsWith("-lazy")) {
      return "not explained; neither steady arrivals nor bursts give what is stated";
    }
    return "perhaps as decoding and the front ends' own work take no time here";
  }
}
