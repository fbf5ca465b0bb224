package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Axis;
import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.BoxChart;
import io.evenkeel.cli.report.BoxChart.Box;
import io.evenkeel.cli.report.Cell;
import io.evenkeel.cli.report.Chart;
import io.evenkeel.cli.report.Charts;
import io.evenkeel.cli.report.CurveChart;
import io.evenkeel.cli.report.DataTable;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.Section;
import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.cli.report.TimeCurve;
import io.evenkeel.cli.report.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Figures 5 and 6 of Hu et al., or 7 and 8: curves, boxes, and what the paper says of them. */
record HuTimesSection(HuExperiment experiment, Set<Integer> figures) {
  /** Curves begin where so many have ended, and end with so many. */
  private static final double FIRST = 0.005;

  private static final double LAST = 0.999;

  /** What takes longer is shown down to this share. */
  private static final double RAREST = 0.001;

  /** Most tasks do not wait at all, which no axis by ratios shows. */
  private static final double LEAST_SECONDS = 0.002;

  private static final double LOWEST_SHARE_MAX = 0.9;

  /** In all figures alike. */
  private static final List<String> LOOKS =
      List.of(
          HuContender.NORMAL,
          HuContender.LMLF_LAZY,
          HuContender.OPT_LAZY,
          HuContender.LMLF_PW2,
          HuContender.LLF_PW2,
          HuContender.LMLF,
          HuContender.LLF,
          HuContender.STAGED,
          HuContender.PROJECTED);

  private static final List<HuStage> CURVES =
      List.of(HuStage.REQUEST, HuStage.TASK, HuStage.WAITING);

  Section section() {
    int curves = experiment.paper().figures().get(0);
    int boxes = experiment.paper().figures().get(1);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Paragraph(
            "Of all placements together. A request's time is from its arrival to the end of its last"
                + " task, a task's from entering its node's queue to its end; it waits until it is"
                + " begun. The controller's time is from arrival to when tasks are sent: here the"
                + " questions to nodes, and nothing else."));
    if (figures.contains(curves)) {
      List<Chart> charts = new ArrayList<>();
      CURVES.forEach(stage -> charts.add(curves(stage)));
      charts.add(tail());
      blocks.add(new Charts(charts));
    }
    if (figures.contains(boxes)) {
      List<Chart> charts = new ArrayList<>();
      for (HuStage stage : HuStage.values()) {
        charts.add(boxes(stage));
      }
      blocks.add(new Charts(charts));
    }
    blocks.add(claims());
    String numbers =
        figures.containsAll(List.of(curves, boxes))
            ? "Figures " + curves + " and " + boxes
            : "Figure " + (figures.contains(curves) ? curves : boxes);
    return new Section(numbers + ": " + experiment.paper().title(), blocks);
  }

  private List<String> names() {
    return experiment.paper().contenders().stream().map(HuContender::name).toList();
  }

  private TimeCounts times(String name, HuStage stage) {
    return experiment.runs().times().get(name).of(stage);
  }

  /** From what nearly all exceed to what nearly none does. */
  private Axis timeAxis(HuStage stage) {
    double least = 1;
    double most = 0;
    for (String name : names()) {
      least = Math.min(least, times(name, stage).quantileSeconds(FIRST));
      most = Math.max(most, times(name, stage).quantileSeconds(LAST));
    }
    return Axis.logarithmic(
        stage.title(), Unit.SECONDS, Math.max(least, LEAST_SECONDS), Math.max(most, 1));
  }

  private Chart curves(HuStage stage) {
    Axis x = timeAxis(stage);
    double lowest = LOWEST_SHARE_MAX;
    for (String name : names()) {
      lowest = Math.min(lowest, times(name, stage).shareUntil(x.least()));
    }
    return new CurveChart(
        stage.times(),
        x,
        new Axis(
            "share that has ended by then", Unit.SHARE, Math.floor(10 * lowest) / 10, 1, false),
        names().stream().map(name -> curve(name, stage).ended(x)).toList());
  }

  /** The slowest requests, which the other curves hardly show. */
  private Chart tail() {
    Axis x = timeAxis(HuStage.REQUEST);
    return new CurveChart(
        "The slowest requests",
        x,
        Axis.logarithmic("share that takes longer", Unit.SHARE, RAREST, 1),
        names().stream().map(name -> curve(name, HuStage.REQUEST).longer(x, RAREST)).toList());
  }

  private TimeCurve curve(String name, HuStage stage) {
    return new TimeCurve(name, LOOKS.indexOf(name), times(name, stage));
  }

  private Chart boxes(HuStage stage) {
    List<Box> boxes = new ArrayList<>();
    double most = 0;
    for (String name : names()) {
      TimeCounts times = times(name, stage);
      Box box =
          new Box(
              name,
              times.quantileSeconds(.05),
              times.quantileSeconds(.25),
              times.quantileSeconds(.50),
              times.quantileSeconds(.75),
              times.quantileSeconds(.95));
      boxes.add(box);
      most = Math.max(most, box.p95());
    }
    return new BoxChart(
        stage.times() + ": 5, 25, 50, 75 and 95 %",
        Axis.linear(stage.title(), Unit.SECONDS, most),
        boxes);
  }

  private Block claims() {
    return new DataTable(
        "What the paper says of these figures, which have no numbers",
        List.of("figure", "said", "here", "verdict", "why"),
        HuClaim.of(experiment).stream()
            .map(
                claim ->
                    List.of(
                        Cell.name(claim.figure()),
                        Cell.prose(claim.said()),
                        Cell.prose(claim.here()),
                        Cell.of(claim.verdict()),
                        Cell.prose(claim.verdict().reason())))
            .toList());
  }
}
