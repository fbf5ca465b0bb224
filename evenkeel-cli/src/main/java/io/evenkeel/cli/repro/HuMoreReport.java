package io.evenkeel.cli.repro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What belongs to a table of Hu et al. besides, for people. */
record HuMoreReport(HuExperiment experiment, HuMore more) {
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%s, Opt Lazy by the l2 norm and one degraded read, by all of them, by the longest"
                + " queue; %s",
            experiment.paper().title(), more.tables().placements()));
    lines.add(format("%-18s%8s%8s%8s%10s%8s", "", "mean s", "median", "p95", "degraded", "tasks"));
    for (String name : more.tables().figures().keySet()) {
      lines.add(
          format(
              "%-18s%8.3f%8.3f%8.3f%10.3f%8.2f",
              name,
              more.tables().median(name, HuFigure.MEAN),
              more.tables().median(name, HuFigure.MEDIAN),
              more.tables().median(name, HuFigure.P95),
              more.tables().median(name, HuFigure.DEGRADED),
              more.tables().median(name, HuFigure.TASKS)));
    }
    lines.add("");
    lines.addAll(even("as many requests", more.sparse()));
    lines.addAll(even("nodes half busy", more.busy()));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private List<String> even(String load, HuRuns runs) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%s, all objects alike, %s (%.0f requests/s): mean over Normal's, 2 %% at most",
            experiment.paper().title(), load, runs.setting().readsPerSecond()));
    for (HuEvenCost cost : HuEvenCost.of(runs)) {
      String reason = cost.verdict().reason();
      lines.add(
          format(
              "%-18s%10s  %s%s",
              cost.name(),
              cost.shareText(),
              cost.verdict().word().text(),
              reason.isEmpty() ? "" : ": " + reason));
    }
    return lines;
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
