package io.evenkeel.cli.repro;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;

/**
 * Straggler hit ratios in percent of the reads with a straggler, over random placements and traces.
 *
 * @param experiment the paper's number of it
 * @param cells by row, by cache size in blocks
 */
record HitRatios(
    int experiment, PocacheSetting setting, Map<String, Map<Integer, Estimate>> cells) {
  private static final int NAME_COLUMNS = 29;

  /**
   * A mean over seeds and its standard error.
   *
   * @param samples of each seed, in their order
   */
  record Estimate(double mean, double standardError, List<Double> samples) {
    static Estimate of(List<Double> samples) {
      int n = samples.size();
      double mean = samples.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      double squares = samples.stream().mapToDouble(s -> (s - mean) * (s - mean)).sum();
      return new Estimate(mean, n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n), List.copyOf(samples));
    }
  }

  /** What a program is told of a cell besides. */
  @FunctionalInterface
  interface CellNotes {
    void addTo(ObjectNode cell, String name, int cacheBlocks);
  }

  /**
   * Runs all traces of a setting.
   *
   * @param rows of a trace, by name: how many hits there are with so many blocks of cache
   */
  static HitRatios run(
      int experiment,
      PocacheSetting setting,
      Function<PocacheTrace, Map<String, IntToLongFunction>> rows) {
    List<Map<String, Map<Integer, Double>>> all =
        LongStream.range(setting.firstSeed(), setting.firstSeed() + setting.seeds())
            .parallel()
            .mapToObj(seed -> percent(setting, rows.apply(PocacheTrace.of(setting, seed))))
            .toList();
    Map<String, Map<Integer, Estimate>> cells = new LinkedHashMap<>();
    for (String name : all.get(0).keySet()) {
      Map<Integer, Estimate> row = new LinkedHashMap<>();
      for (int blocks : setting.cacheBlocks()) {
        List<Double> samples = new ArrayList<>();
        all.forEach(one -> samples.add(one.get(name).get(blocks)));
        row.put(blocks, Estimate.of(samples));
      }
      cells.put(name, row);
    }
    return new HitRatios(experiment, setting, cells);
  }

  private static Map<String, Map<Integer, Double>> percent(
      PocacheSetting setting, Map<String, IntToLongFunction> rows) {
    Map<String, Map<Integer, Double>> shares = new LinkedHashMap<>();
    rows.forEach(
        (name, hits) -> {
          Map<Integer, Double> row = new LinkedHashMap<>();
          for (int blocks : setting.cacheBlocks()) {
            row.put(blocks, 100.0 * hits.applyAsLong(blocks) / setting.readsWithStraggler());
          }
          shares.put(name, row);
        });
    return shares;
  }

  Estimate cell(String name, int cacheBlocks) {
    return cells.get(name).get(cacheBlocks);
  }

  /** What was run, and the columns; all ends of lines are the system's. */
  String heading(String columns) {
    return String.format(
            Locale.ROOT,
            "POCache, JPDC 2022, Experiment %d: %% of reads that hit the straggler,%n"
                + "the mean of seeds %d to %d, standard error %.2f at most%n"
                + "%,d files of %d blocks, %,d DataNodes, %,d reads, Zipf %s,%n"
                + "straggler from read %,d on%n%n",
            experiment,
            setting.firstSeed(),
            setting.firstSeed() + setting.seeds() - 1,
            standardErrorMost(),
            setting.files(),
            setting.k(),
            setting.datanodes(),
            setting.reads(),
            setting.zipf(),
            setting.stragglerAt())
        + line(columns, blocks -> String.format(Locale.ROOT, "%7d", blocks));
  }

  /** A row of the table. */
  String row(String name) {
    return line(name, blocks -> String.format(Locale.ROOT, "%7.2f", cell(name, blocks).mean()));
  }

  private double standardErrorMost() {
    return cells.values().stream()
        .flatMap(row -> row.values().stream())
        .mapToDouble(Estimate::standardError)
        .max()
        .orElse(0);
  }

  /** A line of the table with something for each cache size. */
  String line(String name, Function<Integer, String> cell) {
    StringBuilder out = new StringBuilder();
    out.append(String.format(Locale.ROOT, "%-" + NAME_COLUMNS + "s", name));
    setting.cacheBlocks().forEach(blocks -> out.append(cell.apply(blocks)));
    return out.toString().stripTrailing() + System.lineSeparator();
  }

  /** All of it for programs. */
  String json(CellNotes notes) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("experiment", "POCache JPDC 2022 Experiment " + experiment);
    root.put("seeds", setting.seeds()).put("firstSeed", setting.firstSeed());
    root.put("datanodes", setting.datanodes()).put("stragglerAt", setting.stragglerAt());
    root.put("k", setting.k()).put("files", setting.files());
    root.put("reads", setting.reads()).put("zipf", setting.zipf());
    var rows = root.putArray("cells");
    cells.forEach(
        (name, row) ->
            row.forEach(
                (blocks, estimate) -> {
                  ObjectNode cell = rows.addObject();
                  cell.put("policy", name).put("cacheBlocks", blocks);
                  cell.put("stragglerHitPercent", estimate.mean());
                  cell.put("standardError", estimate.standardError());
                  estimate.samples().forEach(cell.putArray("bySeed")::add);
                  notes.addTo(cell, name, blocks);
                }));
    return root.toPrettyString();
  }
}
