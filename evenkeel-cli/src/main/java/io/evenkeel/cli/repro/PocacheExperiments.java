package io.evenkeel.cli.repro;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@code repro pocache} repeats. A new experiment is one more line here. */
final class PocacheExperiments {
  private static final List<PocacheExperiment> ALL =
      List.of(
          new Experiment11(), //
          new Experiment13());

  private PocacheExperiments() {}

  /** All of them, by number. */
  static Map<Integer, PocacheExperiment> byNumber() {
    Map<Integer, PocacheExperiment> experiments = new TreeMap<>();
    ALL.forEach(experiment -> experiments.put(experiment.number(), experiment));
    return experiments;
  }
}
