package io.evenkeel.cli.bench.reads;

import io.evenkeel.sim.chance.Quantiles;
import java.util.List;
import java.util.Optional;

/**
 * The reads of one row.
 *
 * @param healthy nanoseconds of healthy parallel reads, each as the first of a new process when the
 *     row is of new processes
 * @param healthyLater nanoseconds of healthy parallel reads that are not a process's first
 * @param stopped nanoseconds of reads in order, the first one after the stop included
 * @param hung whether the node had to run again for these reads to end
 */
record StoppedResult(
    StoppedRow row,
    List<Long> healthy,
    List<Long> healthyLater,
    List<Long> stopped,
    boolean hung,
    Optional<Exception> failure) {
  static final double FIRST_MAX = 1.25;
  static final double MEDIAN_MAX = 1.1;

  boolean isMeasured() {
    return !healthy.isEmpty() && !stopped.isEmpty();
  }

  static double median(List<Long> nanos) {
    return Quantiles.median(nanos);
  }

  /** The read that has to find out, by a healthy one. */
  double first() {
    return stopped.get(0) / median(healthy);
  }

  /** The median of all reads after the stop, the first included, by the median of healthy ones. */
  double typical() {
    return median(stopped) / median(healthyLater);
  }

  double max() {
    return stopped.stream().mapToLong(Long::longValue).max().orElseThrow() / median(healthyLater);
  }

  boolean firstHolds() {
    return !hung && first() <= FIRST_MAX;
  }

  boolean typicalHolds() {
    return !hung && typical() <= MEDIAN_MAX;
  }
}
