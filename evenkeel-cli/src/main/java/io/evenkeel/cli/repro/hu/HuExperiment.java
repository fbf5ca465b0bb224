package io.evenkeel.cli.repro.hu;

import io.evenkeel.sim.direct.DirectionRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A table of Hu et al. by simulation. A placement counts if its hottest node is busy by normal
 * reads and not overloaded: the others have no queues to direct reads around, or queues that grow
 * for as long as the run is.
 *
 * @param utilisations of the hottest node under normal reads, by seed, of all that were looked at
 * @param runs over the placements that count
 * @param variants with the tables only, which figures do not show
 */
record HuExperiment(
    HuPaper paper, Map<Long, Double> utilisations, HuRuns runs, Optional<HuVariants> variants) {
  static final double UTILISATION_MIN = 0.85;
  static final double UTILISATION_MAX = 0.97;

  /**
   * Runs it.
   *
   * @param placements how many are to count; seeds are taken from 1 on
   * @param requests of each run
   * @param isWhole whether with what belongs to the table and not to the figures
   */
  static HuExperiment run(
      HuPaper paper, int placements, int requests, boolean isWhole, Consumer<String> progress) {
    Map<Long, Double> utilisations = new LinkedHashMap<>();
    List<Long> seeds = new ArrayList<>();
    for (long seed = 1; seeds.size() < placements; seed++) {
      double hottest = DirectionRun.hottestUtilisation(paper.setting(), seed);
      utilisations.put(seed, hottest);
      if (hottest >= UTILISATION_MIN && hottest <= UTILISATION_MAX) {
        seeds.add(seed);
      }
    }
    Consumer<String> told = what -> progress.accept(paper.title() + ": " + what);
    List<HuContender> contenders = new ArrayList<>(paper.contenders());
    contenders.addAll(isWhole ? HuContender.projections() : List.of());
    HuRuns runs = HuRuns.run(paper.setting(), seeds, contenders, requests, told);
    Optional<HuVariants> variants =
        isWhole ? Optional.of(HuVariants.run(paper, seeds, requests, told)) : Optional.empty();
    return new HuExperiment(paper, utilisations, runs, variants);
  }

  /** All that ran. */
  List<String> names() {
    return List.copyOf(runs.figures().keySet());
  }
}
