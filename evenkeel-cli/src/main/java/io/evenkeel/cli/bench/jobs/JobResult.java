package io.evenkeel.cli.bench.jobs;

import io.evenkeel.cli.bench.reads.Estimate;
import io.evenkeel.sim.chance.Quantiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A job beside the stock client; runs of both are in pairs, in order of time.
 *
 * @param target the median of the paired ratios of time, at most
 */
record JobResult(
    String name,
    JobNodes nodes,
    double target,
    List<JobRun> stock,
    List<JobRun> own,
    Optional<Exception> failure) {

  boolean isMeasured() {
    return !stock.isEmpty() && !own.isEmpty();
  }

  Estimate time() {
    double[] ratios = new double[Math.min(stock.size(), own.size())];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = (double) own.get(i).nanos() / stock.get(i).nanos();
    }
    return Estimate.of(ratios);
  }

  static double typical(List<JobRun> runs, ToDoubleFunction<JobRun> of) {
    return Quantiles.median(runs.stream().mapToDouble(of).toArray());
  }

  /** Whether all runs of both computed the same. */
  boolean isEqual() {
    return Stream.concat(stock.stream(), own.stream()).map(JobRun::result).distinct().count() == 1;
  }

  boolean timeHolds() {
    return time().median() <= target;
  }

  boolean tasksHold() {
    return typical(own, JobRun::tasks) == typical(stock, JobRun::tasks);
  }

  boolean isRight() {
    return failure.isEmpty() && isMeasured() && isEqual();
  }
}
