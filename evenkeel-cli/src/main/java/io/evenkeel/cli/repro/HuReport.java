package io.evenkeel.cli.repro;

import io.evenkeel.cli.repro.HuExperiment.Spread;
import io.evenkeel.cli.repro.HuPaper.Stated;
import io.evenkeel.sim.direct.DirectionFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of Hu et al. beside the simulated one, for people. */
record HuReport(HuExperiment experiment) {
  private static final String HEADER =
      "%-12s%9s%9s%9s%18s%9s%9s%10s%9s%9s  %s"
          .formatted(
              "",
              "mean s",
              "median",
              "p95",
              "least-most",
              "probes",
              "reports",
              "degraded",
              "tasks",
              "p95 cut",
              "verdict");

  String table() {
    HuPaper paper = experiment.paper();
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "Hu et al., SoCC 2017, %s: %.0f requests/s to 90 nodes",
            paper.title(), paper.setting().readsPerSecond()));
    lines.add(
        format(
            "Medians of %d placements x %,d requests; of %d drawn those count of which normal reads"
                + " keep the hottest node %.2f to %.2f busy",
            experiment.seeds().size(),
            experiment.requests(),
            experiment.utilisations().size(),
            HuExperiment.UTILISATION_MIN,
            HuExperiment.UTILISATION_MAX));
    Spread hottest = experiment.spread(HuPaper.NORMAL, DirectionFigures::hottestUtilisation);
    lines.add(
        format(
            "The hottest node was busy %.2f (%.2f to %.2f) under Normal",
            hottest.median(), hottest.least(), hottest.most()));
    lines.add("");
    lines.add(HEADER);
    for (String direction : paper.directions()) {
      lines.add(row(direction));
      if (paper.rows().containsKey(direction)) {
        lines.add(stated(direction));
      }
    }
    lines.add("");
    for (String direction : paper.directions()) {
      HuVerdict verdict = HuVerdict.of(experiment, direction);
      if (!verdict.reason().isEmpty()) {
        lines.add(format("%s %s: %s", direction, verdict.word(), verdict.reason()));
      }
    }
    lines.add(
        "Probes: nodes asked for a read. Reports: nodes asked now and then, by all front ends,");
    lines.add("by the reads. Tasks and degraded reads the paper has as bars only.");
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  private double median(String direction, HuFigure figure) {
    return experiment.spread(direction, figure::of).median();
  }

  private String row(String direction) {
    Spread p95 = experiment.spread(direction, DirectionFigures::p95Seconds);
    return format(
        "%-12s%9.3f%9.3f%9.3f%18s%9.2f%9.2f%10.3f%9.2f%7.0f %%  %s",
        direction,
        median(direction, HuFigure.MEAN),
        median(direction, HuFigure.MEDIAN),
        p95.median(),
        format("%.3f-%.3f", p95.least(), p95.most()),
        median(direction, HuFigure.PROBES),
        median(direction, HuFigure.REPORTS),
        median(direction, HuFigure.DEGRADED),
        median(direction, HuFigure.TASKS),
        100 * experiment.p95Cut(direction).median(),
        HuVerdict.of(experiment, direction).word());
  }

  private String stated(String direction) {
    HuPaper paper = experiment.paper();
    Stated stated = paper.rows().get(direction);
    double asks = stated.asksPerSecond() / paper.setting().readsPerSecond();
    return format(
        "%-12s%9.3f%9.3f%9.3f%18s%9.2f%9.2f%10s%9s%7.0f %%",
        "  the paper",
        stated.mean(),
        stated.median(),
        stated.p95(),
        "",
        stated.isNowAndThen() ? 0 : asks,
        stated.isNowAndThen() ? asks : 0,
        "-",
        "-",
        100 * paper.p95Cut(direction));
  }
}
