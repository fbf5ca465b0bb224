package io.evenkeel.cli.repro.hu;

import io.evenkeel.command.WrappedText;
import java.util.ArrayList;
import java.util.List;

/** What belongs to a table of Hu et al. besides, for people. */
record HuVariantsText(HuExperiment experiment, HuVariants variants) {
  String text() {
    List<String> lines = new ArrayList<>();
    String heading =
        HuNumbers.format(
            "%s, Opt Lazy by the l2 norm and one degraded read; -sum by what all nodes have to do"
                + " together, -max by the longest queue, -all with all degraded reads; %s",
            experiment.paper().title(), variants.tables().placements());
    lines.addAll(WrappedText.lines(heading));
    lines.add(
        HuNumbers.format(
            "%-18s%8s%8s%8s%10s%8s", "", "mean s", "median", "p95", "degraded", "tasks"));
    for (String name : variants.tables().figures().keySet()) {
      lines.add(
          HuNumbers.format(
              "%-18s%8.3f%8.3f%8.3f%10.3f%8.2f",
              name,
              variants.tables().median(name, HuFigure.MEAN),
              variants.tables().median(name, HuFigure.MEDIAN),
              variants.tables().median(name, HuFigure.P95),
              variants.tables().median(name, HuFigure.DEGRADED),
              variants.tables().median(name, HuFigure.TASKS)));
    }
    lines.add("");
    lines.addAll(even("as many requests", variants.sparse()));
    lines.addAll(even("nodes half busy", variants.busy()));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private List<String> even(String load, HuRuns runs) {
    List<String> lines = new ArrayList<>();
    String heading =
        HuNumbers.format(
            "%s, all objects alike, %s (%.0f requests/s): mean over Normal's, 2 %% at most",
            experiment.paper().title(), load, runs.setting().readsPerSecond());
    lines.addAll(WrappedText.lines(heading));
    for (HuEvenCost cost : HuEvenCost.of(runs)) {
      lines.add(
          HuNumbers.format(
              "%-18s%10s  %s", cost.name(), cost.shareText(), cost.verdict().word().text()));
    }
    return lines;
  }
}
