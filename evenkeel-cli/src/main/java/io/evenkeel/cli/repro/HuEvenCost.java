package io.evenkeel.cli.repro;

import io.evenkeel.cli.report.Verdict;
import io.evenkeel.sim.direct.DirectionSetting;
import java.util.List;

/**
 * What a direction costs where all objects are asked for alike.
 *
 * @param share of Normal's mean time of a request; below 0 it is a gain
 * @param tasks for a request
 */
record HuEvenCost(String name, double share, double tasks, Verdict verdict) {
  /** What direction may cost where it cannot gain. */
  private static final double SHARE_MAX = 0.02;

  private static final double ASKING_MILLIS = 2e-6 * DirectionSetting.PROBE_HALF_NANOS;

  /** So few more do not cost much. */
  private static final double FEW_TASKS = 1.1;

  /** Of one. */
  static HuEvenCost of(HuRuns runs, String name) {
    double share = -runs.cut(name, HuFigure.MEAN).median();
    double tasks = runs.median(name, HuFigure.TASKS);
    return new HuEvenCost(
        name,
        share,
        tasks,
        runs.judged(Verdict.ofLimit(share <= SHARE_MAX, reason(runs, name, share))));
  }

  /** Of all but Normal. */
  static List<HuEvenCost> of(HuRuns runs) {
    return runs.figures().keySet().stream()
        .filter(name -> !name.equals(HuContender.NORMAL))
        .map(name -> of(runs, name))
        .toList();
  }

  private static String reason(HuRuns runs, String name, double share) {
    double normalMillis = 1000 * runs.median(HuContender.NORMAL, HuFigure.MEAN);
    double tasks = runs.median(name, HuFigure.TASKS);
    boolean isOfAsking =
        runs.median(name, HuFigure.PROBES) > 0
            && (tasks <= FEW_TASKS || share * normalMillis <= ASKING_MILLIS);
    return isOfAsking
        ? HuNumbers.format(
            "asking takes %.0f ms of each request, of %.0f", ASKING_MILLIS, normalMillis)
        : HuNumbers.format(
            "%.2f tasks for a request keep the hottest node %.2f busy instead of %.2f",
            tasks,
            runs.median(name, HuFigure.HOTTEST),
            runs.median(HuContender.NORMAL, HuFigure.HOTTEST));
  }

  /** In percent, with a sign where it is not nothing. */
  String shareText() {
    String percent = HuNumbers.beside(100 * SHARE_MAX, 100 * share, 1);
    return (Double.parseDouble(percent) > 0 ? "+" : "") + percent + " %";
  }
}
