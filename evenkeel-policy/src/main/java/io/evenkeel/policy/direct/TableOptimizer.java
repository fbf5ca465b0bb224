package io.evenkeel.policy.direct;

/**
 * <i>Opt Lazy</i>'s statistical optimisation (Hu et al., SoCC 2017, section 2.3), which the paper
 * leaves to MOSEK, by coordinate descent: partition by partition, demand is moved from its worst
 * way to its best one, as far as that lowers F. There is no solver to install, and each answer
 * carries a lower bound which proves how near the optimum it is. To be run off the path of reads.
 *
 * <p>Dead nodes get nothing where there is another way. A partition without demand keeps x = 1: it
 * may be asked for before the next table.
 */
public final class TableOptimizer {
  /** How near the optimum is near enough, relatively. */
  private static final double TOLERANCE = 1e-9;

  /** For the l-infinity norm, which is found by bisection. */
  private static final double PEAK_TOLERANCE = 1e-3;

  /** What is not near enough by then, as l-infinity tables may be, is taken as it is. */
  private static final int SWEEPS_MAX = 1000;

  /** Of a step of the bisection. */
  private static final int STEP_SWEEPS_MAX = 50;

  private final LevelDescent descent;
  private double lowerBound;

  private TableOptimizer(DirectionProblem problem) {
    this.descent = new LevelDescent(problem);
  }

  /** The best table, or one that is as near to it as its lower bound says. */
  public static OptimizedTable optimize(DirectionProblem problem) {
    TableOptimizer optimizer = new TableOptimizer(problem);
    return switch (problem.norm()) {
      case L1 -> optimizer.leastWork();
      case L2 -> optimizer.leastSquares();
      case L_INFINITY -> optimizer.leastPeak();
    };
  }

  private OptimizedTable solution(DirectionTable table, double objective) {
    return new OptimizedTable(table, objective, Math.min(lowerBound, objective), descent.sweeps());
  }

  /** Linear, and each partition for itself: its way of the least work. */
  private OptimizedTable leastWork() {
    descent.takeLeastWork();
    lowerBound = descent.work();
    return solution(descent.table(), lowerBound);
  }

  private OptimizedTable leastSquares() {
    double objective;
    do {
      descent.sweep(0);
      objective = descent.excess(0);
      lowerBound = Math.max(lowerBound, objective - descent.gap(0));
    } while (lowerBound < (1 - TOLERANCE) * objective && descent.sweeps() < SWEEPS_MAX);
    return solution(descent.table(), objective);
  }

  /**
   * A table whose peak is at most t is one without excess over t. So the excess over a t in the
   * middle is lowered until either there is hardly any, and the peak has come down, or its weights
   * prove that some must remain, and the bound has come up.
   */
  private OptimizedTable leastPeak() {
    DirectionTable best = leastSquares().table();
    double peak = descent.peak();
    lowerBound = Math.max(descent.queuedPeak(), descent.peakBound(0));
    while (lowerBound < (1 - PEAK_TOLERANCE) * peak && descent.sweeps() < SWEEPS_MAX) {
      double level = (lowerBound + peak) / 2;
      double enough = level + (peak - lowerBound) / 8;
      for (int i = 0; i < STEP_SWEEPS_MAX && lowerBound < level && peak > enough; i++) {
        descent.sweep(level);
        lowerBound = Math.max(lowerBound, descent.peakBound(level));
        if (descent.peak() < peak) {
          peak = descent.peak();
          best = descent.table();
        }
      }
    }
    return solution(best, peak);
  }
}
