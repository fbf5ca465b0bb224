package io.evenkeel.sim.direct;

import io.evenkeel.sim.scenario.Latencies;

/**
 * What came of one run.
 *
 * @param meanSeconds of reads, from arrival to the end of the last task
 * @param varianceSquareSeconds of the same
 * @param probesPerRead how many nodes were asked for a read before it was directed
 * @param reportsPerRead how many nodes were asked now and then, by all front ends, by the reads
 * @param degradedShare which share of the reads was decoded
 * @param tasksPerRead how many nodes were given a task
 * @param hottestUtilisation the busiest node's share of the time until the last arrival
 */
public record DirectionFigures(
    double meanSeconds,
    double varianceSquareSeconds,
    double medianSeconds,
    double p95Seconds,
    double leastSeconds,
    double mostSeconds,
    double probesPerRead,
    double reportsPerRead,
    double degradedShare,
    double tasksPerRead,
    double hottestUtilisation) {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** What is counted while reads run. */
  static final class Counts {
    private final int reads;
    private final Latencies latencies = new Latencies();
    private long probes;
    private long degraded;
    private long tasks;
    private double hottestUtilisation;

    Counts(int reads) {
      this.reads = reads;
    }

    void asked(int nodes) {
      probes += nodes;
    }

    void directed(boolean isDegraded, int nodes) {
      degraded += isDegraded ? 1 : 0;
      tasks += nodes;
    }

    void ended(long tookNanos) {
      latencies.add(tookNanos);
    }

    void lastArrived(double utilisation) {
      hottestUtilisation = utilisation;
    }

    boolean isComplete() {
      return latencies.count() == reads;
    }

    DirectionFigures figures(long reports) {
      return new DirectionFigures(
          latencies.meanMillis() / MILLIS_PER_SECOND,
          latencies.varianceSquareMillis() / (MILLIS_PER_SECOND * MILLIS_PER_SECOND),
          quantileSeconds(0.5),
          quantileSeconds(0.95),
          quantileSeconds(0),
          quantileSeconds(1),
          probes / (double) reads,
          reports / (double) reads,
          degraded / (double) reads,
          tasks / (double) reads,
          hottestUtilisation);
    }

    private double quantileSeconds(double share) {
      return latencies.quantileMillis(share) / MILLIS_PER_SECOND;
    }
  }
}
