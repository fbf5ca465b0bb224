package io.evenkeel.cli.repro;

import io.evenkeel.sim.direct.DirectionFigures;
import io.evenkeel.sim.direct.DirectionRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A table of Hu et al. by simulation: every direction over the same placements. A placement counts
 * if its hottest node is busy by normal reads and not overloaded: the others have no queues to
 * direct reads around, or queues that grow for as long as the run is.
 *
 * @param utilisations of the hottest node under normal reads, by seed, of all that were looked at
 * @param seeds those that count
 * @param runs by direction, one for each seed that counts
 */
record HuExperiment(
    HuPaper paper,
    int requests,
    Map<Long, Double> utilisations,
    List<Long> seeds,
    Map<String, List<DirectionFigures>> runs) {
  static final double UTILISATION_MIN = 0.85;
  static final double UTILISATION_MAX = 0.97;

  /**
   * Runs it.
   *
   * @param placements how many are to count; seeds are taken from 1 on
   * @param requests of each run
   */
  static HuExperiment run(HuPaper paper, int placements, int requests) {
    Map<Long, Double> utilisations = new LinkedHashMap<>();
    List<Long> seeds = new ArrayList<>();
    for (long seed = 1; seeds.size() < placements; seed++) {
      double hottest = DirectionRun.hottestUtilisation(paper.setting(), seed);
      utilisations.put(seed, hottest);
      if (hottest >= UTILISATION_MIN && hottest <= UTILISATION_MAX) {
        seeds.add(seed);
      }
    }
    Map<String, List<DirectionFigures>> runs = new LinkedHashMap<>();
    for (String direction : paper.directions()) {
      runs.put(
          direction,
          seeds.stream()
              .parallel()
              .map(seed -> DirectionRun.run(paper.setting(), direction, seed, requests))
              .toList());
    }
    return new HuExperiment(paper, requests, utilisations, seeds, runs);
  }

  /** A median over placements, with the least and the most. */
  record Spread(double median, double least, double most) {
    static Spread of(double[] samples) {
      double[] sorted = samples.clone();
      Arrays.sort(sorted);
      int n = sorted.length;
      return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
    }
  }

  Spread spread(String direction, ToDoubleFunction<DirectionFigures> of) {
    return Spread.of(runs.get(direction).stream().mapToDouble(of).toArray());
  }

  /** By how much of Normal's 95th percentile a direction's is less, placement by placement. */
  Spread p95Cut(String direction) {
    double[] cuts = new double[seeds.size()];
    for (int i = 0; i < cuts.length; i++) {
      double normal = runs.get(HuPaper.NORMAL).get(i).p95Seconds();
      cuts[i] = 1 - runs.get(direction).get(i).p95Seconds() / normal;
    }
    return Spread.of(cuts);
  }
}
