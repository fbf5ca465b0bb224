package io.evenkeel.cli.simulate;

import io.evenkeel.sim.chance.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How busy the nodes of some runs were, the busiest of each run first: which node that is depends
 * on the seed. However many nodes there are, so many ranks of them are kept at most.
 */
final class NodeLoads {
  private static final int RANKS_MAX = 200;

  private final List<double[]> runs = new ArrayList<>();

  /** Of one more run, with as many nodes as the others. */
  void add(List<Double> utilisations) {
    double[] sorted = utilisations.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double[] ranks = new double[Math.min(sorted.length, RANKS_MAX)];
    Arrays.setAll(
        ranks, i -> sorted[sorted.length - 1 - (int) ((long) i * sorted.length / ranks.length)]);
    runs.add(ranks);
  }

  /** The median of all runs for each rank; each rank is of as many nodes. */
  List<Double> medians() {
    List<Double> medians = new ArrayList<>();
    for (int i = 0; i < runs.get(0).length; i++) {
      int rank = i;
      medians.add(Quantiles.median(runs.stream().mapToDouble(run -> run[rank]).toArray()));
    }
    return medians;
  }
}
