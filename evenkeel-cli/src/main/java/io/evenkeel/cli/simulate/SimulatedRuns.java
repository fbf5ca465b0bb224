package io.evenkeel.cli.simulate;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.sim.RunListener;
import io.evenkeel.sim.Simulation;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Runs of one scenario, by one seed after the other.
 *
 * @param reports one for each seed
 * @param times of the timed reads of all runs together
 */
record SimulatedRuns(
    Scenario scenario, List<ScenarioReport> reports, TimeCounts times, NodeLoads loads) {

  private static final String FAILED = "reads.failed";

  /** Is told of a run. */
  private record Listener(TimeCounts times, List<Double> utilisations) implements RunListener {
    @Override
    public void timed(long tookNanos) {
      times.add(tookNanos);
    }

    @Override
    public void loaded(int node, double utilisation) {
      utilisations.add(utilisation);
    }
  }

  /**
   * Which runs there are to be.
   *
   * @param checks whether what must hold is looked at after every event
   */
  record Plan(long firstSeed, int seeds, boolean checks) {}

  /**
   * Runs them.
   *
   * @param first is told of the first run before it begins
   * @param progress is told the number of each run, from 1, before it begins
   */
  static SimulatedRuns run(
      Scenario scenario, Plan plan, Consumer<Simulation> first, IntConsumer progress) {
    List<ScenarioReport> reports = new ArrayList<>();
    TimeCounts times = new TimeCounts();
    NodeLoads loads = new NodeLoads();
    for (int i = 0; i < plan.seeds(); i++) {
      Simulation simulation = new Simulation(scenario, plan.firstSeed() + i, plan.checks());
      if (i == 0) {
        first.accept(simulation);
      }
      progress.accept(i + 1);
      Listener listener = new Listener(times, new ArrayList<>());
      reports.add(simulation.run(System::nanoTime, listener));
      loads.add(listener.utilisations());
    }
    return new SimulatedRuns(scenario, reports, times, loads);
  }

  /** The first of them, which has all that they have in common. */
  ScenarioReport first() {
    return reports.get(0);
  }

  /** A figure, of the runs that have it. */
  Spread spread(String figure) {
    return Spread.of(finite(values(figure)));
  }

  /**
   * A figure by that of other runs by the same seeds, seed by seed, where both have it. Of times
   * also only where no read has failed: those of the reads that are left are not of the same reads.
   */
  Spread ratio(SimulatedRuns others, String figure) {
    double[] ratios = values(figure);
    double[] by = others.values(figure);
    double[] failed = values(FAILED);
    double[] othersFailed = others.values(FAILED);
    boolean isTime = figure.endsWith(".ms");
    Arrays.setAll(
        ratios,
        i ->
            Double.isFinite(by[i]) && !(isTime && failed[i] + othersFailed[i] > 0)
                ? ratios[i] / by[i]
                : Double.NaN);
    return Spread.of(finite(ratios));
  }

  private double[] values(String figure) {
    return reports.stream().mapToDouble(report -> report.get(figure)).toArray();
  }

  private static double[] finite(double... values) {
    return Arrays.stream(values).filter(Double::isFinite).toArray();
  }

  /** What is said before anything else: of each run of which reads have failed. */
  Stream<String> warnings() {
    return reports.stream().flatMap(report -> report.warnings().stream());
  }
}
