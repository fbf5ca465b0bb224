package io.evenkeel.cli.repro.hu;

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

  /** Of one. */
  static HuEvenCost of(HuRuns runs, String name) {
    double share = -runs.cut(name, HuFigure.MEAN).median();
    double tasks = runs.median(name, HuFigure.TASKS);
    return new HuEvenCost(
        name,
        share,
        tasks,
        runs.judged(Verdict.ofLimit(share <= SHARE_MAX, circumstances(runs, name))));
  }

  /** Of all but Normal. */
  static List<HuEvenCost> of(HuRuns runs) {
    return runs.figures().keySet().stream()
        .filter(name -> !name.equals(HuContender.NORMAL))
        .map(name -> of(runs, name))
        .toList();
  }

  /** No cause is claimed. */
  private static String circumstances(HuRuns runs, String name) {
    double normalMillis = 1000 * runs.median(HuContender.NORMAL, HuFigure.MEAN);
    String asking =
        runs.median(name, HuFigure.PROBES) == 0
            ? "nobody is asked"
            : HuNumbers.format(
                "asking takes %.0f ms, a normal read %.0f", ASKING_MILLIS, normalMillis);
    return HuNumbers.format(
        "%s; %.2f tasks for a request, the hottest node %.2f busy instead of %.2f",
        asking,
        runs.median(name, HuFigure.TASKS),
        runs.median(name, HuFigure.HOTTEST),
        runs.median(HuContender.NORMAL, HuFigure.HOTTEST));
  }

  /** In percent, with a sign where it is not nothing. */
  String shareText() {
    String percent = HuNumbers.beside(100 * SHARE_MAX, 100 * share, 1);
    return (Double.parseDouble(percent) > 0 ? "+" : "") + percent + " %";
  }
}
