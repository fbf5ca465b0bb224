package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Verdict;
import io.evenkeel.cli.repro.hu.HuPaper.Stated;
import io.evenkeel.command.WrappedText;
import io.evenkeel.sim.direct.DirectionSetting;
import java.util.ArrayList;
import java.util.List;

/** A table of Hu et al. beside the simulated one, for people. */
record HuTableText(HuExperiment experiment) {
  private static final String INDENT = "    ";
  private static final String PAPER = "  the paper";
  private static final String NOTES =
      "Least-most: of p95, over the placements. Probes: nodes asked for a request. Reports: nodes"
          + " asked now and then, by all front ends, by the requests. Tasks and"
          + " degraded reads the paper does not state.";

  private static final String TIMES =
      "%-18s%7s%8s%7s%14s%7s%7s%9s"
          .formatted("", "mean s", "median", "p95", "least-most", "min", "max", "p95 cut");

  private static final String COSTS =
      "%-18s%8s%9s%10s%7s".formatted("", "probes", "reports", "degraded", "tasks");

  String table() {
    HuPaper paper = experiment.paper();
    List<String> lines = new ArrayList<>();
    lines.add(
        HuNumbers.format(
            "Hu et al., SoCC 2017, %s: %.0f requests/s to %d nodes",
            paper.title(), paper.setting().readsPerSecond(), DirectionSetting.NODES));
    String medians =
        HuNumbers.format(
            "Medians of %s x %,d requests; of %d drawn those count of which normal reads"
                + " keep the hottest node %.2f to %.2f busy",
            experiment.runs().placements(),
            experiment.runs().requests(),
            experiment.utilisations().size(),
            HuExperiment.UTILISATION_MIN,
            HuExperiment.UTILISATION_MAX);
    lines.addAll(WrappedText.lines(medians));
    if (experiment.runs().isSmall()) {
      lines.addAll(WrappedText.lines("The sample is too small: " + HuRuns.needed()));
    }
    Spread hottest = experiment.runs().spread(HuContender.NORMAL, HuFigure.HOTTEST);
    lines.add(
        HuNumbers.format(
            "The hottest node was busy %.2f (%.2f to %.2f) under Normal",
            hottest.median(), hottest.least(), hottest.most()));
    lines.add("");
    lines.add(TIMES);
    for (String name : experiment.names()) {
      lines.add(times(name));
      if (paper.rows().containsKey(name)) {
        lines.add(statedTimes(name));
      }
    }
    lines.add("");
    lines.add(COSTS);
    for (String name : experiment.names()) {
      lines.add(costs(name));
      if (paper.rows().containsKey(name)) {
        lines.add(statedCosts(name));
      }
    }
    lines.add("");
    lines.add("Verdicts on mean, median, p95");
    for (String name : experiment.names()) {
      lines.add(HuNumbers.format("%-18s  %s", name, words(name)));
    }
    lines.add("");
    HuVerdict.differences(experiment)
        .forEach(
            one -> lines.addAll(WrappedText.lines("", INDENT, line(one), WrappedText.COLUMNS)));
    lines.addAll(WrappedText.lines(NOTES));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String line(HuVerdict difference) {
    String word = difference.verdict().word().text();
    String figure = difference.figure().title();
    return difference.name().equals(HuContender.NORMAL)
        ? HuNumbers.format(
            "%s %s: %s is %.2f x the stated: %s",
            difference.name(), word, figure, difference.ratio(), difference.verdict().reason())
        : HuNumbers.format(
            "%s %s: %s cut by %.0f %%, stated %.0f %%, itself %.2f x the stated: %s",
            difference.name(),
            word,
            figure,
            100 * difference.cut(),
            100 * difference.statedCut(),
            difference.ratio(),
            difference.verdict().reason());
  }

  /** What has a limit, and what another model says. */
  String checks() {
    List<String> lines = new ArrayList<>();
    lines.add(experiment.paper().title() + ", what is to hold");
    for (HuCheck check : HuCheck.of(experiment)) {
      String said =
          HuNumbers.format(
              "%s: %s, wanted %s; %s",
              check.what(), check.here(), check.limit(), word(check.verdict()));
      lines.addAll(WrappedText.lines("", INDENT, said, WrappedText.COLUMNS));
    }
    lines.add("");
    lines.add("Beside a small model of the same queues that shares no code with this one");
    for (HuModel model : HuModel.of(experiment)) {
      double here = experiment.runs().median(model.name(), model.figure());
      lines.add(
          HuNumbers.format(
              "%-16s%-9s%8.3f  the model%8.3f  %s",
              model.name(),
              model.figure().title(),
              here,
              model.value(),
              model.verdict(experiment).word().text()));
    }
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String word(Verdict verdict) {
    String reason = verdict.reason();
    return verdict.word().text() + (reason.isEmpty() ? "" : ": " + reason);
  }

  private double median(String name, HuFigure figure) {
    return experiment.runs().median(name, figure);
  }

  private String times(String name) {
    Spread p95 = experiment.runs().spread(name, HuFigure.P95);
    return HuNumbers.format(
        "%-18s%7.3f%8.3f%7.3f%14s%7.3f%7.3f%7.0f %%",
        name,
        median(name, HuFigure.MEAN),
        median(name, HuFigure.MEDIAN),
        p95.median(),
        HuNumbers.format("%.3f-%.3f", p95.least(), p95.most()),
        median(name, HuFigure.LEAST),
        median(name, HuFigure.MOST),
        100 * experiment.runs().cut(name, HuFigure.P95).median());
  }

  private String costs(String name) {
    return HuNumbers.format(
        "%-18s%8.2f%9.2f%10.3f%7.2f",
        name,
        median(name, HuFigure.PROBES),
        median(name, HuFigure.REPORTS),
        median(name, HuFigure.DEGRADED),
        median(name, HuFigure.TASKS));
  }

  private String words(String name) {
    List<String> words =
        HuVerdict.FIGURES.stream()
            .map(figure -> HuVerdict.of(experiment, name, figure).verdict().word().text())
            .toList();
    return words.stream().distinct().count() == 1 ? words.get(0) : String.join(", ", words);
  }

  private String statedTimes(String name) {
    HuPaper paper = experiment.paper();
    Stated stated = paper.rows().get(name);
    return HuNumbers.format(
        "%-18s%7.3f%8.3f%7.3f%14s%7.3f%7.3f%7.0f %%",
        PAPER,
        stated.mean(),
        stated.median(),
        stated.p95(),
        "",
        stated.least(),
        stated.most(),
        100 * paper.cut(name, HuFigure.P95));
  }

  private String statedCosts(String name) {
    HuPaper paper = experiment.paper();
    Stated stated = paper.rows().get(name);
    double asks = stated.asksPerSecond() / paper.setting().readsPerSecond();
    return HuNumbers.format(
        "%-18s%8.2f%9.2f%10s%7s",
        PAPER, stated.isNowAndThen() ? 0 : asks, stated.isNowAndThen() ? asks : 0, "-", "-");
  }
}
