package io.evenkeel.cli.repro.hu;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.cli.report.Verdict;
import io.evenkeel.cli.repro.hu.HuPaper.Stated;
import io.evenkeel.sim.direct.DirectionFigures;
import java.util.List;

/** Tables and figures of Hu et al. beside the simulated ones, for programs. */
final class HuJson {
  private static final double[] SHARES = {.01, .05, .25, .50, .75, .95, .99, .999};

  private HuJson() {}

  static String of(HuResult result) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("experiment", "Hu et al. SoCC 2017");
    ArrayNode tables = root.putArray("tables");
    for (HuExperiment experiment : result.experiments()) {
      table(tables.addObject(), experiment);
    }
    result.skew().ifPresent(skew -> skew(root.putObject("figure2"), skew));
    return root.toPrettyString();
  }

  private static void table(ObjectNode table, HuExperiment experiment) {
    HuPaper paper = experiment.paper();
    table.put("table", paper.title());
    table.put("code", paper.setting().code());
    table.put("requestsPerSecond", paper.setting().readsPerSecond());
    table.put("medianSeconds", paper.setting().medianSeconds());
    table.put("requests", experiment.runs().requests());
    ArrayNode placements = table.putArray("placements");
    experiment
        .utilisations()
        .forEach(
            (seed, hottest) ->
                placements
                    .addObject()
                    .put("seed", seed)
                    .put("hottestUtilisation", hottest)
                    .put("counts", experiment.runs().seeds().contains(seed)));
    ArrayNode rows = table.putArray("directions");
    for (String name : experiment.names()) {
      row(rows.addObject(), experiment, name);
    }
    ArrayNode checks = table.putArray("checks");
    for (HuCheck check : HuCheck.of(experiment)) {
      ObjectNode node = checks.addObject();
      node.put("what", check.what()).put("limit", check.limit()).put("here", check.here());
      verdict(node, check.verdict());
    }
    ArrayNode claims = table.putArray("claims");
    for (HuClaim claim : HuClaim.of(experiment)) {
      ObjectNode node = claims.addObject();
      node.put("figure", claim.figure()).put("said", claim.said()).put("here", claim.here());
      verdict(node, claim.verdict());
    }
    experiment.variants().ifPresent(variants -> variants(table, variants));
  }

  private static void variants(ObjectNode table, HuVariants variants) {
    setting(table.putObject("optLazyTables"), variants.tables());
    even(table.putObject("evenSparse"), variants.sparse());
    even(table.putObject("evenBusy"), variants.busy());
  }

  private static void row(ObjectNode row, HuExperiment experiment, String name) {
    HuRuns runs = experiment.runs();
    row.put("direction", name);
    ObjectNode verdicts = row.putObject("verdicts");
    for (HuFigure figure : HuVerdict.FIGURES) {
      verdict(verdicts.putObject(figure.key()), HuVerdict.of(experiment, name, figure).verdict());
    }
    figures(row.putObject("figures"), runs, name);
    Stated stated = experiment.paper().rows().get(name);
    if (stated != null) {
      row.putObject("paper")
          .put("meanSeconds", stated.mean())
          .put("varianceSquareSeconds", stated.variance())
          .put("medianSeconds", stated.median())
          .put("p95Seconds", stated.p95())
          .put("leastSeconds", stated.least())
          .put("mostSeconds", stated.most())
          .put("p95Cut", experiment.paper().cut(name, HuFigure.P95))
          .put("asksPerSecond", stated.asksPerSecond());
    }
    ObjectNode times = row.putObject("times");
    for (HuStage stage : HuStage.values()) {
      times(times.putObject(stage.title()), runs.times().get(name).of(stage));
    }
    runs(row.putArray("runs"), runs, name);
  }

  private static void figures(ObjectNode node, HuRuns runs, String name) {
    for (HuFigure figure : HuFigure.values()) {
      spread(node.putObject(figure.key()), runs.spread(name, figure));
    }
    spread(node.putObject("p95Cut"), runs.cut(name, HuFigure.P95));
  }

  private static void runs(ArrayNode array, HuRuns runs, String name) {
    for (int i = 0; i < runs.seeds().size(); i++) {
      DirectionFigures run = runs.figures().get(name).get(i);
      ObjectNode one = array.addObject().put("seed", runs.seeds().get(i));
      for (HuFigure figure : HuFigure.values()) {
        one.put(figure.key(), figure.of(run));
      }
    }
  }

  private static void setting(ObjectNode node, HuRuns runs) {
    node.put("requestsPerSecond", runs.setting().readsPerSecond());
    ArrayNode rows = node.putArray("directions");
    for (String name : runs.figures().keySet()) {
      ObjectNode row = rows.addObject().put("direction", name);
      figures(row.putObject("figures"), runs, name);
      runs(row.putArray("runs"), runs, name);
    }
  }

  private static void even(ObjectNode node, HuRuns runs) {
    setting(node, runs);
    ArrayNode costs = node.putArray("costs");
    for (HuEvenCost cost : HuEvenCost.of(runs)) {
      ObjectNode one = costs.addObject().put("direction", cost.name());
      one.put("shareOfMean", cost.share());
      verdict(one, cost.verdict());
    }
  }

  private static void times(ObjectNode node, TimeCounts times) {
    node.put("meanSeconds", times.meanSeconds());
    for (double share : SHARES) {
      node.put("q" + share, times.quantileSeconds(share));
    }
  }

  private static void skew(ObjectNode node, HuSkew skew) {
    node.put("requests", skew.requests());
    sums(node.putArray("objects"), skew.demand().objects());
    sums(node.putArray("partitions"), skew.demand().partitions());
    sums(node.putArray("partitionsDrawn"), skew.demand().requests());
    sums(node.putArray("partitionBytesDrawn"), skew.demand().bytes());
    verdict(node, skew.verdict());
  }

  /** What the first 1, 2, 4 and so on have together. */
  private static void sums(ArrayNode array, List<Double> sums) {
    for (int count = 1; count <= sums.size(); count *= 2) {
      array.addObject().put("count", count).put("share", sums.get(count - 1));
    }
  }

  private static void verdict(ObjectNode node, Verdict verdict) {
    node.put("verdict", verdict.word().text()).put("reason", verdict.reason());
  }

  private static void spread(ObjectNode node, Spread spread) {
    node.put("median", spread.median()).put("least", spread.least()).put("most", spread.most());
  }
}
