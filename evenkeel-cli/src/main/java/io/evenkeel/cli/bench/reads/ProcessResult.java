package io.evenkeel.cli.bench.reads;

import io.evenkeel.sim.chance.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The runs of a process row, by who ran; all have the same number, in order of time.
 *
 * @param failure why it ended early
 */
record ProcessResult(
    ProcessRow row, int replication, Map<String, List<Run>> runs, Optional<Exception> failure) {
  static final String STOCK = "stock";
  static final String TWO_KEYS = "two keys";
  static final String FOUR_KEYS = "four keys";
  private static final double NEVER_SLOWER = 1;
  private static final double FIRST_MAX = 1 / 3.3;
  private static final double LATER_MAX = 1 / 3.6;

  /**
   * One process.
   *
   * @param reads the reads within it, by the nanosecond, when it was told to time them
   */
  record Run(long nanos, long cpuNanos, List<Long> reads) {
    double firstRead() {
      return reads.get(0);
    }

    double laterRead() {
      return Quantiles.median(reads.subList(1, reads.size()));
    }
  }

  /** The median ratio of runs of the same round. */
  Estimate ratio(String who, String by, ToDoubleFunction<Run> of) {
    List<Run> over = runs.get(who);
    List<Run> under = runs.get(by);
    double[] ratios = new double[over.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = of.applyAsDouble(over.get(i)) / of.applyAsDouble(under.get(i));
    }
    return Estimate.of(ratios);
  }

  double typical(String who, ToDoubleFunction<Run> of) {
    return Quantiles.median(runs.get(who).stream().mapToDouble(of).toArray());
  }

  boolean isMeasured() {
    return !runs.isEmpty() && !runs.get(STOCK).isEmpty();
  }

  /** What is compared, in the order in which it is shown. */
  List<Comparison> comparisons() {
    List<Comparison> all = new ArrayList<>();
    if (!isMeasured()) {
      return all;
    }
    for (String who : List.of(TWO_KEYS, FOUR_KEYS)) {
      if (row.kind() == ProcessRow.Kind.READ) {
        // Width comes without a cache as well.
        all.add(new Comparison(who + ", first read", ratio(who, STOCK, Run::firstRead), FIRST_MAX));
        all.add(
            new Comparison(who + ", later reads", ratio(who, STOCK, Run::laterRead), LATER_MAX));
      } else {
        all.add(new Comparison(who + ", time", ratio(who, STOCK, Run::nanos), row.target().time()));
        all.add(
            new Comparison(who + ", CPU", ratio(who, STOCK, Run::cpuNanos), row.target().cpu()));
      }
    }
    if (row.slowNode()) {
      all.add(
          new Comparison(
              "four keys / two, time", ratio(FOUR_KEYS, TWO_KEYS, Run::nanos), NEVER_SLOWER));
    }
    return all;
  }

  /**
   * A ratio and the most it may be. Of so few runs the median decides, which the table says: the
   * interval of eleven is wide.
   */
  record Comparison(String what, Estimate ratio, double target) {
    boolean holds() {
      return ratio.median() <= target;
    }
  }
}
