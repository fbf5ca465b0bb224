package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.BarChart;
import io.evenkeel.cli.report.BarChart.Bar;
import io.evenkeel.cli.report.BarChart.Series;
import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.Cell;
import io.evenkeel.cli.report.Chart;
import io.evenkeel.cli.report.Charts;
import io.evenkeel.cli.report.DataTable;
import io.evenkeel.cli.report.Section;
import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Unit;
import io.evenkeel.cli.repro.hu.HuPaper.Stated;
import java.util.ArrayList;
import java.util.List;

/** A table of Hu et al. beside the simulated one, and what belongs to it, in sections. */
record HuTableSections(HuExperiment experiment) {
  private static final String SECONDS = "%.3f";
  private static final String SQUARE_SECONDS = "%.5f";
  private static final String A_SECOND = "%.1f";

  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    List<String> names = experiment.paper().contenders().stream().map(HuContender::name).toList();
    sections.add(
        new Section(
            experiment.paper().title(),
            List.of(rows(names), charts(names), differences(), costs(names))));
    experiment
        .variants()
        .ifPresent(
            variants -> sections.addAll(new HuVariantsSections(experiment, variants).sections()));
    sections.add(
        new Section("What is to hold: " + experiment.paper().title(), List.of(checks(), beside())));
    return sections;
  }

  private double median(String name, HuFigure figure) {
    return experiment.runs().median(name, figure);
  }

  private double stated(String name, HuFigure figure) {
    Stated stated = experiment.paper().rows().get(name);
    return stated == null ? Double.NaN : stated.of(figure);
  }

  private Block rows(List<String> names) {
    List<String> head = new ArrayList<>(List.of(""));
    for (HuFigure figure : HuVerdict.FIGURES) {
      head.addAll(List.of(figure.title() + " stated, s", "here, s", "verdict"));
    }
    head.add("p95, least to most");
    List<List<Cell>> rows = new ArrayList<>();
    for (String name : names) {
      List<Cell> row = new ArrayList<>(List.of(Cell.name(name)));
      for (HuFigure figure : HuVerdict.FIGURES) {
        row.add(Cell.stated(SECONDS, stated(name, figure)));
        row.add(Cell.number(SECONDS, median(name, figure)));
        row.add(Cell.of(HuVerdict.of(experiment, name, figure).verdict()));
      }
      Spread p95 = experiment.runs().spread(name, HuFigure.P95);
      row.add(Cell.number(HuNumbers.format("%.3f–%.3f", p95.least(), p95.most())));
      rows.add(row);
    }
    return new DataTable("Request times", head, rows);
  }

  private Block differences() {
    return new DataTable(
        "Where they differ: by how much Normal's figure is cut, and the figure itself by the stated"
            + " one",
        List.of("", "figure", "cut stated", "cut here", "ratio", "verdict", "why"),
        HuVerdict.differences(experiment).stream()
            .map(
                difference -> {
                  boolean isNormal = difference.name().equals(HuContender.NORMAL);
                  return List.of(
                      Cell.name(difference.name()),
                      Cell.name(difference.figure().title()),
                      Cell.stated("%.0f %%", isNormal ? Double.NaN : 100 * difference.statedCut()),
                      Cell.number("%.0f %%", isNormal ? Double.NaN : 100 * difference.cut()),
                      Cell.number("%.2f", difference.ratio()),
                      Cell.of(difference.verdict()),
                      Cell.prose(difference.verdict().reason()));
                })
            .toList());
  }

  private Block charts(List<String> names) {
    List<Chart> charts = new ArrayList<>();
    for (HuFigure figure : List.of(HuFigure.P95, HuFigure.MEAN)) {
      charts.add(bars(figure.title() + " of request times", figure, names));
    }
    return new Charts(charts);
  }

  private Chart bars(String title, HuFigure figure, List<String> names) {
    List<Bar> theirs = names.stream().map(name -> Bar.of(stated(name, figure))).toList();
    List<Bar> ours =
        names.stream().map(name -> HuBars.of(experiment.runs(), name, figure)).toList();
    return new BarChart(
        title,
        HuBars.axis("request time", Unit.SECONDS, List.of(theirs, ours)),
        names,
        List.of(
            new Series("stated in the paper", true, theirs), new Series(HuBars.HERE, false, ours)));
  }

  /** What a direction takes to get there. */
  private Block costs(List<String> names) {
    double rate = experiment.paper().setting().readsPerSecond();
    List<List<Cell>> rows = new ArrayList<>();
    for (String name : names) {
      Stated stated = experiment.paper().rows().get(name);
      double probes = median(name, HuFigure.PROBES);
      double reports = median(name, HuFigure.REPORTS);
      boolean isNowAndThen = stated != null && stated.isNowAndThen();
      double asked = stated == null ? Double.NaN : stated.asksPerSecond();
      rows.add(
          List.of(
              Cell.name(name),
              Cell.stated(A_SECOND, isNowAndThen ? 0 : asked),
              Cell.number(A_SECOND, probes * rate),
              Cell.number("%.2f", probes),
              Cell.stated(A_SECOND, stated == null || isNowAndThen ? asked : 0),
              Cell.number(A_SECOND, reports * rate),
              Cell.number("%.1f %%", 100 * median(name, HuFigure.DEGRADED)),
              Cell.number("%.2f", median(name, HuFigure.TASKS)),
              Cell.stated("%.3f", stated(name, HuFigure.VARIANCE)),
              Cell.number(SQUARE_SECONDS, median(name, HuFigure.VARIANCE)),
              Cell.stated(SECONDS, stated(name, HuFigure.LEAST)),
              Cell.number(SECONDS, median(name, HuFigure.LEAST)),
              Cell.stated(SECONDS, stated(name, HuFigure.MOST)),
              Cell.number(SECONDS, median(name, HuFigure.MOST))));
    }
    return new DataTable(
        "What it takes, and how far request times spread; probes are asked for a request, reports"
            + " now and then by all front ends",
        List.of(
            "",
            "stated probes/s",
            "here",
            "here per request",
            "stated reports/s",
            "here",
            "degraded",
            "tasks per request",
            "stated variance, s²",
            "here",
            "stated min, s",
            "here",
            "stated max, s",
            "here"),
        rows);
  }

  private Block checks() {
    return new DataTable(
        "Limits",
        List.of("what", "limit", "here", "verdict", "why not"),
        HuCheck.of(experiment).stream()
            .map(
                check ->
                    List.of(
                        Cell.name(check.what()),
                        Cell.number(check.limit()),
                        Cell.number(check.here()),
                        Cell.of(check.verdict()),
                        Cell.prose(check.verdict().reason())))
            .toList());
  }

  private Block beside() {
    return new DataTable(
        "Beside a small model of the same queues that shares no code with this one, over one"
            + " placement; reproduced within 5 %",
        List.of("", "figure", "the model", "here", "verdict", "why"),
        HuModel.of(experiment).stream()
            .map(
                model ->
                    List.of(
                        Cell.name(model.name()),
                        Cell.name(model.figure().title()),
                        Cell.stated(SECONDS, model.value()),
                        Cell.number(SECONDS, median(model.name(), model.figure())),
                        Cell.of(model.verdict(experiment)),
                        Cell.prose(model.verdict(experiment).reason())))
            .toList());
  }
}
