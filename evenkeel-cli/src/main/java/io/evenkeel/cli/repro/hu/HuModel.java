package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Verdict;
import java.util.List;
import java.util.Map;

/**
 * What another program says of the same queues: a small model that shares no code with this one,
 * over one placement.
 *
 * @param name of the contender
 * @param figure of which this is the model's value
 */
record HuModel(String name, HuFigure figure, double value) {
  private static final double NEAR = 0.05;

  private static final Map<Integer, List<HuModel>> BY_TABLE = Map.of(1, lrc(), 2, rs());

  private static List<HuModel> lrc() {
    return List.of(
        p95("normal", .274),
        p95("lmlf-lazy", .140),
        p95("lmlf-pw2", .071),
        probes("lmlf-pw2", 4),
        p95("llf-pw2", .066),
        p95("staged", .072),
        probes("staged", 1.34),
        p95("projected", .086),
        p95("projected-32", .088));
  }

  private static List<HuModel> rs() {
    return List.of(
        p95("normal", .710),
        p95("lmlf-lazy", .218),
        p95("lmlf-pw2", .172),
        probes("lmlf-pw2", 7),
        tasks("lmlf-pw2", 1.27),
        p95("llf-pw2", .145),
        tasks("llf-pw2", 1.72),
        p95("lmlf", .169),
        probes("lmlf", 9),
        tasks("lmlf", 1.29),
        p95("staged", .173),
        probes("staged", 1.42),
        p95("projected", .185),
        tasks("projected", 1.32),
        p95("projected-32", .208));
  }

  private static HuModel p95(String name, double seconds) {
    return new HuModel(name, HuFigure.P95, seconds);
  }

  private static HuModel probes(String name, double count) {
    return new HuModel(name, HuFigure.PROBES, count);
  }

  private static HuModel tasks(String name, double count) {
    return new HuModel(name, HuFigure.TASKS, count);
  }

  /** Those of a table, of what ran. */
  static List<HuModel> of(HuExperiment experiment) {
    return BY_TABLE.get(experiment.paper().number()).stream()
        .filter(model -> experiment.names().contains(model.name()))
        .toList();
  }

  /** Within 5 %; of Normal, whether some placement has it. */
  Verdict verdict(HuExperiment experiment) {
    return experiment.runs().judged(compared(experiment));
  }

  private Verdict compared(HuExperiment experiment) {
    Spread here = experiment.runs().spread(name, figure);
    if (name.equals(HuContender.NORMAL)) {
      return Verdict.ofInterval(here.least(), here.most(), value, "no placement has it");
    }
    if (Math.abs(here.median() / value - 1) <= NEAR) {
      return new Verdict(Verdict.Word.REPRODUCED, "");
    }
    boolean isWithin = here.least() <= value && value <= here.most();
    return new Verdict(
        here.median() < value ? Verdict.Word.LOWER : Verdict.Word.HIGHER,
        HuNumbers.format(
            "by placement %.3f to %.3f, the model's one is %s",
            here.least(), here.most(), isWithin ? "among them" : "beyond"));
  }
}
