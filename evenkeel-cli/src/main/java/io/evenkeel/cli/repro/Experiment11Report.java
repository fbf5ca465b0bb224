package io.evenkeel.cli.repro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;

/** The straggler hit ratios of {@link Experiment11}, for people and for programs. */
record Experiment11Report(HitRatios ratios) implements PocacheExperiment.Result {
  // Section 5.3 in words; Fig. 14 has no numbers.
  private static final Map<String, Map<Integer, String>> PAPER =
      Map.of(
          "lru", Map.of(40, "~ 10", 100, "0"),
          "lfu", Map.of(40, "~ 10", 100, "0"),
          "arc", Map.of(40, "~ 10", 100, "0"),
          "csac+lru", Map.of(10, "19.5", 40, "< 2.5", 100, "0"),
          "csac+lfu", Map.of(10, "10.8", 40, "< 2.5", 100, "0"),
          "csac+arc", Map.of(10, "11.5", 40, "< 2.5", 100, "0"));

  /** What the paper states of a row; nothing where it is of other files or reads. */
  private Map<Integer, String> stated(String name) {
    return ratios.setting().isThePapers() ? PAPER.getOrDefault(name, Map.of()) : Map.of();
  }

  @Override
  public String table() {
    StringBuilder out = new StringBuilder(ratios.heading("blocks of parity in cache"));
    for (String name : ratios.cells().keySet()) {
      out.append(ratios.row(name));
      Map<Integer, String> stated = stated(name);
      if (!stated.isEmpty()) {
        out.append(
            ratios.line(
                "  the paper",
                blocks -> String.format(Locale.ROOT, "%7s", stated.getOrDefault(blocks, ""))));
      }
    }
    out.append(ratios.line("evenkeel default / optimum", this::ratioText));
    out.append(
        ratios.setting().isThePapers()
            ? String.format(
                Locale.ROOT,
                "%nThe paper has at most 13 DataNodes and its straggler from the start. Its 19.5"
                    + " of%ncsac+lru is out of reach of a cache that gives up what is least"
                    + " recent.%n")
            : String.format(
                Locale.ROOT,
                "%nThe paper's figures are of other files or reads, and not shown.%n"));
    return out.toString();
  }

  private String ratioText(int blocks) {
    double ratio = ratioToOptimum(blocks);
    return Double.isNaN(ratio)
        ? String.format(Locale.ROOT, "%7s", "-")
        : String.format(Locale.ROOT, "%7.2f", ratio);
  }

  /** The default's mean by the optimum's; not a number if the optimum has no hit. */
  double ratioToOptimum(int blocks) {
    double optimum = ratios.cell(Experiment11.OPTIMUM, blocks).mean();
    double mean = ratios.cell(Experiment11.DEFAULT, blocks).mean();
    return optimum == 0 ? Double.NaN : mean / optimum;
  }

  @Override
  public String json() {
    return ratios.json(this::addNotes);
  }

  private void addNotes(ObjectNode cell, String name, int blocks) {
    String stated = stated(name).get(blocks);
    if (stated != null) {
      cell.put("paperStates", stated);
    }
    if (name.equals(Experiment11.DEFAULT) && !Double.isNaN(ratioToOptimum(blocks))) {
      cell.put("ratioToOptimum", ratioToOptimum(blocks));
    }
  }
}
