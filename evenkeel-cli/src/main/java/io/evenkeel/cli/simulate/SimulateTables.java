package io.evenkeel.cli.simulate;

import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.Cell;
import io.evenkeel.cli.report.Cell.Look;
import io.evenkeel.cli.report.DataTable;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Unit;
import io.evenkeel.sim.scenario.Key;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;

/** The tables of a page of simulated runs. */
record SimulateTables(SimulateResult result) {
  private static final String THIS = "this run";
  private static final String BESIDE = "beside";
  private static final String RATIO = "ratio";

  /** Below it digits behind the point say something. */
  private static final double FEW = 10;

  /** Every figure that equal runs have equal. */
  Block figures() {
    List<String> head = new ArrayList<>(List.of("figure", THIS));
    result.beside().ifPresent(beside -> head.addAll(List.of(BESIDE, RATIO)));
    if (!isOneSeed()) {
      head.addAll(head.subList(1, head.size()).stream().map(of -> of + ", range").toList());
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (String name : result.runs().first().simulatedNames()) {
      rows.add(figure(name));
    }
    return new DataTable(caption(), head, rows);
  }

  private List<Cell> figure(String name) {
    DoubleFunction<String> shown =
        name.endsWith(".bytes") ? Unit.BYTES::text : SimulateTables::grouped;
    List<Cell> medians = new ArrayList<>(List.of(Cell.name(name)));
    List<Cell> ranges = new ArrayList<>();
    add(medians, ranges, result.runs().spread(name), shown);
    result
        .beside()
        .ifPresent(
            beside -> {
              add(medians, ranges, beside.spread(name), shown);
              add(medians, ranges, result.runs().ratio(beside, name), SimulateTables::grouped);
            });
    if (!isOneSeed()) {
      medians.addAll(ranges);
    }
    return medians;
  }

  private static void add(
      List<Cell> medians, List<Cell> ranges, Spread figure, DoubleFunction<String> shown) {
    boolean isNone = Double.isNaN(figure.median());
    medians.add(
        Cell.number(isNone ? ScenarioReport.plain(Double.NaN) : shown.apply(figure.median())));
    boolean isRange = figure.least() < figure.most();
    ranges.add(
        Cell.number(isRange ? shown.apply(figure.least()) + "–" + shown.apply(figure.most()) : ""));
  }

  private boolean isOneSeed() {
    return result.runs().reports().size() == 1;
  }

  private String caption() {
    String of = isOneSeed() ? "Of one seed" : "Medians of all seeds, the least and the most";
    return of + (result.beside().isEmpty() || isOneSeed() ? "" : "; ratios are seed by seed");
  }

  private static String grouped(double value) {
    boolean isWhole = value == Math.rint(value);
    String digits = isWhole ? "%,.0f" : Math.abs(value) < FEW ? "%.4f" : "%,.2f";
    return String.format(Locale.ROOT, digits, value);
  }

  /** What is not as it is by default. */
  Block keys() {
    Scenario scenario = result.runs().scenario();
    List<String> head = new ArrayList<>(List.of("key", THIS));
    result.beside().ifPresent(beside -> head.add("beside, where other"));
    head.addAll(List.of("default", "meaning"));
    Set<String> unusual = new HashSet<>(scenario.unusual().keySet());
    result.beside().ifPresent(beside -> unusual.addAll(beside.scenario().unusual().keySet()));
    List<List<Cell>> rows = new ArrayList<>();
    for (Key<?> key : Keys.all()) {
      if (!unusual.contains(key.name())) {
        continue;
      }
      String here = scenario.text(key);
      String there = result.beside().map(beside -> beside.scenario().text(key)).orElse(here);
      List<Cell> row = new ArrayList<>(List.of(Cell.name(key.name()), Cell.number(here)));
      result.beside().ifPresent(beside -> row.add(Cell.number(there.equals(here) ? "" : there)));
      row.add(new Cell(key.usual(), Look.STATED));
      row.add(Cell.prose(key.doc()));
      rows.add(row);
    }
    return rows.isEmpty()
        ? new Paragraph("All keys have their defaults.")
        : new DataTable("Keys that differ from the defaults", head, rows);
  }

  /** By which runs are the same as others. */
  Block hashes() {
    List<String> head = new ArrayList<>(List.of("seed", THIS));
    result.beside().ifPresent(beside -> head.add(BESIDE));
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < result.runs().reports().size(); i++) {
      ScenarioReport report = result.runs().reports().get(i);
      List<Cell> row = new ArrayList<>();
      row.add(Cell.name(String.valueOf(report.seed())));
      row.add(Cell.number(report.hash()));
      int at = i;
      result.beside().ifPresent(beside -> row.add(Cell.number(beside.reports().get(at).hash())));
      rows.add(row);
    }
    return new DataTable("event.hash: equal runs have equal ones", head, rows);
  }
}
