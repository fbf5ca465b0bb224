package io.evenkeel.cli.simulate;

import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.Page;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.Remarks;
import io.evenkeel.cli.report.Section;
import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.cli.report.Unit;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** What came of a scenario, as a page. */
record SimulatePage(SimulateResult result) {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final double RARE = 0.99;

  Page page() {
    SimulateCharts charts = new SimulateCharts(result);
    SimulateTables tables = new SimulateTables(result);
    return new Page(
        "Simulated reads: " + result.title(),
        lead(),
        List.of(
            outcome(charts.times()),
            new Section("All figures", List.of(tables.figures())),
            new Section("Nodes", List.of(nodes(), charts.loads())),
            new Section("What was run", List.of(tables.keys(), tables.hashes()))),
        "Made by ./evenkeel simulate; docs/SIMULATOR.md says what is modelled and what each figure"
            + " is. Times are simulated. The same seeds give the same page.");
  }

  private String lead() {
    return "Reads in virtual time, by the classes that run in production; only nodes, links, the"
        + " clock and who asks for what are simulated."
        + result.beside().map(this::difference).orElse("");
  }

  private String difference(SimulatedRuns beside) {
    return " This run has %s, the one beside it %s, by the same seeds."
        .formatted(
            SimulateResult.values(result.runs(), beside),
            SimulateResult.values(beside, result.runs()));
  }

  private Section outcome(Block times) {
    List<Block> blocks = new ArrayList<>();
    if (!result.warnings().isEmpty()) {
      blocks.add(new Remarks(result.warnings()));
    }
    if (result.runs().reports().size() > 1) {
      together().ifPresent(text -> blocks.add(new Paragraph(text)));
      blocks.add(new Paragraph("Medians of the seeds:"));
    }
    blocks.add(new Remarks(figures()));
    blocks.add(times);
    return new Section("What came out", blocks);
  }

  /** Of the reads of all seeds: what the median of some seeds leaves out is in it. */
  private Optional<String> together() {
    TimeCounts here = result.runs().times();
    Optional<TimeCounts> there = result.beside().map(SimulatedRuns::times);
    if (here.count() == 0 || there.map(TimeCounts::count).orElse(1L) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "All seeds together: the mean read takes %s, and one in a hundred longer than %s."
            .formatted(
                insteadOf(Unit.SECONDS, here.meanSeconds(), there.map(TimeCounts::meanSeconds)),
                insteadOf(
                    Unit.SECONDS,
                    here.quantileSeconds(RARE),
                    there.map(times -> times.quantileSeconds(RARE)))));
  }

  private static String insteadOf(Unit unit, double here, Optional<Double> there) {
    return text(unit, here) + there.map(value -> " instead of " + text(unit, value)).orElse("");
  }

  private static String text(Unit unit, double value) {
    return Double.isNaN(value) ? ScenarioReport.plain(value) : unit.text(value);
  }

  private List<String> figures() {
    List<String> sentences = new ArrayList<>();
    add(sentences, "The mean read takes", "mean.ms", MILLIS_PER_SECOND, Unit.SECONDS);
    add(sentences, "The median is", "p50.ms", MILLIS_PER_SECOND, Unit.SECONDS);
    add(sentences, "The 95th percentile is", "p95.ms", MILLIS_PER_SECOND, Unit.SECONDS);
    add(sentences, "The 99th percentile is", "p99.ms", MILLIS_PER_SECOND, Unit.SECONDS);
    add(sentences, "Bytes asked of nodes, by those used:", "asked.per.used", 1, Unit.COUNT);
    add(sentences, "The hottest node is busy for", "hottest.node.utilisation", 1, Unit.SHARE);
    return sentences;
  }

  /** A sentence, if there is such a figure here. */
  private void add(List<String> sentences, String what, String name, double by, Unit unit) {
    Spread here = result.runs().spread(name);
    if (Double.isNaN(here.median())) {
      return;
    }
    Optional<Double> there = result.beside().map(beside -> beside.spread(name).median() / by);
    String more =
        result
            .beside()
            .map(beside -> ratio(result.runs().ratio(beside, name)))
            .orElse(bySeed(here, value -> unit.text(value / by)));
    sentences.add(what + " " + insteadOf(unit, here.median() / by, there) + more + ".");
  }

  private static String ratio(Spread of) {
    return Double.isNaN(of.median())
        ? ""
        : ", " + times(of.median()) + bySeed(of, SimulatePage::times);
  }

  private static String times(double ratio) {
    return Unit.COUNT.text(ratio) + " x";
  }

  private static String bySeed(Spread of, DoubleFunction<String> text) {
    return of.least() < of.most()
        ? "; by seed from " + text.apply(of.least()) + " to " + text.apply(of.most())
        : "";
  }

  private Block nodes() {
    return new Paragraph(
        "For which share of the time until the last arrival a node has something to do, whether or"
            + " not it stands still. Which one is the busiest depends on the seed: the curve is the"
            + " median of all seeds of the busiest one, of the next, and so on.");
  }
}
