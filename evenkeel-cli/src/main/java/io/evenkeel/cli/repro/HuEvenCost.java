package io.evenkeel.cli.repro;

import io.evenkeel.cli.report.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * What a direction costs where all objects are asked for alike.
 *
 * @param share of Normal's mean time of a request; below 0 it is a gain
 * @param tasks for a request
 */
record HuEvenCost(String name, double share, double tasks, Verdict verdict) {
  private static final double SHARE_MAX = 0.02;

  /** With more tasks than this it is them that cost. */
  private static final double FEW_TASKS = 1.1;

  /** Of one. */
  static HuEvenCost of(HuRuns runs, String name) {
    double share = -runs.cut(name, HuFigure.MEAN).median();
    double tasks = runs.median(name, HuFigure.TASKS);
    return new HuEvenCost(
        name, share, tasks, Verdict.ofLimit(share <= SHARE_MAX, reason(runs, name, tasks)));
  }

  /** Of all but Normal. */
  static List<HuEvenCost> of(HuRuns runs) {
    return runs.figures().keySet().stream()
        .filter(name -> !name.equals(HuContender.NORMAL))
        .map(name -> of(runs, name))
        .toList();
  }

  private static String reason(HuRuns runs, String name, double tasks) {
    return tasks > FEW_TASKS
        ? String.format(
            Locale.ROOT,
            "%.2f tasks for a request keep the hottest node %.2f busy instead of %.2f",
            tasks,
            runs.median(name, HuFigure.HOTTEST),
            runs.median(HuContender.NORMAL, HuFigure.HOTTEST))
        : String.format(
            Locale.ROOT,
            "asking takes 2 ms of each request, of %.0f",
            1000 * runs.median(HuContender.NORMAL, HuFigure.MEAN));
  }

  /** In percent, with a sign where it is not nothing. */
  String shareText() {
    double percent = Math.round(1000 * share) / 10.0;
    return percent == 0 ? "0.0 %" : String.format(Locale.ROOT, "%+.1f %%", percent);
  }
}
