package io.evenkeel.cli.repro;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.repro.HuExperiment.Spread;
import io.evenkeel.cli.repro.HuPaper.Stated;
import io.evenkeel.sim.direct.DirectionFigures;
import java.util.List;

/** Tables of Hu et al. beside the simulated ones, for programs. */
final class HuJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private HuJson() {}

  static String of(List<HuExperiment> experiments) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("experiment", "Hu et al. SoCC 2017");
    ArrayNode tables = root.putArray("tables");
    for (HuExperiment experiment : experiments) {
      table(tables.addObject(), experiment);
    }
    try {
      return MAPPER.writeValueAsString(root) + System.lineSeparator();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and strings is JSON", e);
    }
  }

  private static void table(ObjectNode table, HuExperiment experiment) {
    HuPaper paper = experiment.paper();
    table.put("table", paper.title());
    table.put("code", paper.setting().code());
    table.put("requestsPerSecond", paper.setting().readsPerSecond());
    table.put("medianSeconds", paper.setting().medianSeconds());
    table.put("requests", experiment.requests());
    ArrayNode placements = table.putArray("placements");
    experiment
        .utilisations()
        .forEach(
            (seed, hottest) ->
                placements
                    .addObject()
                    .put("seed", seed)
                    .put("hottestUtilisation", hottest)
                    .put("counts", experiment.seeds().contains(seed)));
    ArrayNode rows = table.putArray("directions");
    for (String direction : paper.directions()) {
      row(rows.addObject(), experiment, direction);
    }
  }

  private static void row(ObjectNode row, HuExperiment experiment, String direction) {
    HuVerdict verdict = HuVerdict.of(experiment, direction);
    row.put("direction", direction);
    row.put("verdict", verdict.word()).put("reason", verdict.reason());
    ObjectNode figures = row.putObject("figures");
    for (HuFigure figure : HuFigure.values()) {
      spread(figures.putObject(figure.key()), experiment.spread(direction, figure::of));
    }
    spread(figures.putObject("p95Cut"), experiment.p95Cut(direction));
    Stated stated = experiment.paper().rows().get(direction);
    if (stated != null) {
      row.putObject("paper")
          .put("meanSeconds", stated.mean())
          .put("medianSeconds", stated.median())
          .put("p95Seconds", stated.p95())
          .put("p95Cut", experiment.paper().p95Cut(direction))
          .put("asksPerSecond", stated.asksPerSecond());
    }
    ArrayNode runs = row.putArray("runs");
    for (int i = 0; i < experiment.seeds().size(); i++) {
      DirectionFigures run = experiment.runs().get(direction).get(i);
      ObjectNode one = runs.addObject().put("seed", experiment.seeds().get(i));
      for (HuFigure figure : HuFigure.values()) {
        one.put(figure.key(), figure.of(run));
      }
    }
  }

  private static void spread(ObjectNode node, Spread spread) {
    node.put("median", spread.median()).put("least", spread.least()).put("most", spread.most());
  }
}
