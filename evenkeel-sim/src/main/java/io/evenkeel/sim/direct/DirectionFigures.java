package io.evenkeel.sim.direct;

import java.util.Arrays;

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
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double P95 = 0.95;

  /** What is counted while reads run. */
  static final class Counts {
    private final long[] nanos;
    private int ended;
    private long probes;
    private long degraded;
    private long tasks;
    private double hottestUtilisation;

    Counts(int reads) {
      this.nanos = new long[reads];
    }

    void asked(int nodes) {
      probes += nodes;
    }

    void directed(boolean isDegraded, int nodes) {
      degraded += isDegraded ? 1 : 0;
      tasks += nodes;
    }

    void ended(long tookNanos) {
      nanos[ended++] = tookNanos;
    }

    void lastArrived(double utilisation) {
      hottestUtilisation = utilisation;
    }

    boolean isComplete() {
      return ended == nanos.length;
    }

    DirectionFigures figures(long reports) {
      double reads = nanos.length;
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      double mean = Arrays.stream(sorted).average().orElseThrow() / NANOS_PER_SECOND;
      return new DirectionFigures(
          mean,
          Arrays.stream(sorted).mapToDouble(n -> square(n / NANOS_PER_SECOND - mean)).sum() / reads,
          sorted[sorted.length / 2] / NANOS_PER_SECOND,
          sorted[(int) (P95 * sorted.length)] / NANOS_PER_SECOND,
          sorted[0] / NANOS_PER_SECOND,
          sorted[sorted.length - 1] / NANOS_PER_SECOND,
          probes / reads,
          reports / reads,
          degraded / reads,
          tasks / reads,
          hottestUtilisation);
    }

    private static double square(double x) {
      return x * x;
    }
  }
}
