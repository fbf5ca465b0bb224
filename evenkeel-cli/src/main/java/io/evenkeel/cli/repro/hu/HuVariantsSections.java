package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.BarChart;
import io.evenkeel.cli.report.BarChart.Bar;
import io.evenkeel.cli.report.BarChart.Series;
import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.Cell;
import io.evenkeel.cli.report.Chart;
import io.evenkeel.cli.report.Charts;
import io.evenkeel.cli.report.DataTable;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.Section;
import io.evenkeel.cli.report.Unit;
import java.util.List;

/** What belongs to a table of Hu et al. besides, in sections. */
record HuVariantsSections(HuExperiment experiment, HuVariants variants) {
  List<Section> sections() {
    return List.of(contenders(), even());
  }

  private Section contenders() {
    List<String> projected =
        experiment.names().stream()
            .filter(name -> name.startsWith(HuContender.PROJECTED) || name.equals(HuContender.LMLF))
            .toList();
    List<String> tables =
        variants.tables().figures().keySet().stream()
            .filter(name -> !name.equals(HuContender.NORMAL))
            .toList();
    return new Section(
        "More front ends, other load direction tables: " + experiment.paper().title(),
        List.of(
            new Paragraph(
                "projected-32 has 32 front ends instead of 8, projected-4s hears of queues every 4"
                    + " s instead of every second. Who asks before each request remembers nothing,"
                    + " so for lmlf the number of front ends changes nothing. Of opt-lazy, -all has"
                    + " every degraded read of a partition to choose from instead of one, and -max"
                    + " lowers the longest queue instead of the sum of squares; -sum lowers what"
                    + " all nodes have to do together, and so has no degraded reads."),
            new Charts(
                List.of(
                    chart("Projected queues: p95 of request times", experiment.runs(), projected),
                    chart(
                        HuNumbers.format(
                            "Load direction tables: p95 over %s", variants.tables().placements()),
                        variants.tables(),
                        tables)))));
  }

  private static Chart chart(String title, HuRuns runs, List<String> names) {
    List<Bar> bars = names.stream().map(name -> HuBars.of(runs, name, HuFigure.P95)).toList();
    return new BarChart(
        title,
        HuBars.axis("request time", Unit.SECONDS, List.of(bars)),
        names,
        List.of(new Series(HuBars.HERE, false, bars)));
  }

  private Section even() {
    return new Section(
        "Even load: " + experiment.paper().title(),
        List.of(
            new Paragraph(
                HuNumbers.format(
                    "All objects are asked for alike, so there is little to gain: direction should"
                        + " cost no more than 2 %% of the mean time of a request. Over %s.",
                    variants.sparse().placements())),
            costs("As many requests as above", variants.sparse()),
            costs("So many that nodes are half busy", variants.busy())));
  }

  private static Block costs(String title, HuRuns runs) {
    return new DataTable(
        HuNumbers.format("%s: %.0f requests/s", title, runs.setting().readsPerSecond()),
        List.of(
            "", "mean over Normal's", "mean, s", "p95, s", "tasks per request", "verdict", "why"),
        HuEvenCost.of(runs).stream()
            .map(
                cost ->
                    List.of(
                        Cell.name(cost.name()),
                        Cell.number(cost.shareText()),
                        Cell.number("%.3f", runs.median(cost.name(), HuFigure.MEAN)),
                        Cell.number("%.3f", runs.median(cost.name(), HuFigure.P95)),
                        Cell.number("%.2f", cost.tasks()),
                        Cell.of(cost.verdict()),
                        Cell.prose(cost.verdict().reason())))
            .toList());
  }
}
