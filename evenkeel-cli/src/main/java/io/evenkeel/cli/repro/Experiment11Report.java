package io.evenkeel.cli.repro;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.repro.Experiment11.Estimate;
import java.util.Locale;
import java.util.Map;

/**
 * The straggler hit ratios of {@link Experiment11} in percent, for people and for programs.
 *
 * @param cells by contender, by cache size in blocks of parity
 */
record Experiment11Report(
    int seeds, int datanodes, int stragglerAt, Map<String, Map<Integer, Estimate>> cells) {
  // Section 5.3 in words; Fig. 14 has no numbers.
  private static final Map<String, Map<Integer, String>> PAPER =
      Map.of(
          "lru", Map.of(40, "about 10", 100, "0"),
          "lfu", Map.of(40, "about 10", 100, "0"),
          "arc", Map.of(40, "about 10", 100, "0"),
          "csac+lru", Map.of(10, "19.5", 40, "< 2.5", 100, "0"),
          "csac+lfu", Map.of(10, "10.8", 40, "< 2.5", 100, "0"),
          "csac+arc", Map.of(10, "11.5", 40, "< 2.5", 100, "0"));

  String table() {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "POCache, JPDC 2022, Experiment 11: %% of reads that hit the straggler, mean (standard"
            + " error) of %d seeds",
        seeds);
    line(
        out,
        "100 files of 4 blocks, %d DataNodes, 2,000 reads, Zipf 0.9, straggler from read %d on",
        datanodes,
        stragglerAt);
    out.append(String.format(Locale.ROOT, "%n%-30s", "blocks of parity in cache"));
    for (int capacity : Experiment11.CAPACITIES) {
      out.append(String.format(Locale.ROOT, "%14d", capacity));
    }
    line(out, "");
    cells.forEach((name, row) -> row(out, name, row));
    row(out);
    line(out, "");
    line(out, "The paper has at most 13 DataNodes and its straggler from the start. Its 19.5 of");
    line(out, "csac+lru is out of reach of a cache that gives up what is least recent.");
    return out.toString().replaceAll(" +(?=\\R)", "");
  }

  private static void row(StringBuilder out, String name, Map<Integer, Estimate> row) {
    out.append(String.format(Locale.ROOT, "%-30s", name));
    row.forEach(
        (capacity, e) ->
            out.append(String.format(Locale.ROOT, "%7.2f (%4.2f)", e.mean(), e.standardError())));
    line(out, "");
    if (PAPER.containsKey(name)) {
      out.append(String.format(Locale.ROOT, "%-30s", "  the paper"));
      for (int capacity : row.keySet()) {
        String stated = PAPER.get(name).getOrDefault(capacity, "");
        out.append(String.format(Locale.ROOT, "%8s      ", stated));
      }
      line(out, "");
    }
  }

  private void row(StringBuilder out) {
    out.append(String.format(Locale.ROOT, "%-30s", "evenkeel default / optimum"));
    for (int capacity : Experiment11.CAPACITIES) {
      double ratio = ratioToOptimum(capacity);
      out.append(
          Double.isNaN(ratio)
              ? String.format(Locale.ROOT, "%7s       ", "-")
              : String.format(Locale.ROOT, "%7.2f       ", ratio));
    }
    line(out, "");
  }

  private static void line(StringBuilder out, String format, Object... arguments) {
    out.append(String.format(Locale.ROOT, format, arguments));
    out.append(System.lineSeparator());
  }

  /** The default's mean by the optimum's; not a number if the optimum has no hit. */
  double ratioToOptimum(int capacity) {
    double optimum = cells.get(Experiment11.OPTIMUM).get(capacity).mean();
    double mean = cells.get(Experiment11.DEFAULT).get(capacity).mean();
    return optimum == 0 ? Double.NaN : mean / optimum;
  }

  String json() {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    root.put("experiment", "POCache JPDC 2022 Experiment 11");
    root.put("seeds", seeds).put("datanodes", datanodes).put("stragglerAt", stragglerAt);
    var rows = root.putArray("cells");
    cells.forEach(
        (name, row) ->
            row.forEach(
                (capacity, estimate) -> {
                  ObjectNode cell = rows.addObject();
                  cell.put("policy", name).put("cacheBlocks", capacity);
                  cell.put("stragglerHitPercent", estimate.mean());
                  cell.put("standardError", estimate.standardError());
                  String stated = PAPER.getOrDefault(name, Map.of()).get(capacity);
                  if (stated != null) {
                    cell.put("paperStates", stated);
                  }
                  if (name.equals(Experiment11.DEFAULT)
                      && !Double.isNaN(ratioToOptimum(capacity))) {
                    cell.put("ratioToOptimum", ratioToOptimum(capacity));
                  }
                }));
    try {
      return mapper.writeValueAsString(root) + System.lineSeparator();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and strings is JSON", e);
    }
  }
}
