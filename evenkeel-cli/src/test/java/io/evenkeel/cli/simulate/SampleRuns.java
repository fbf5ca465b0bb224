package io.evenkeel.cli.simulate;

import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Results that nobody has run, with figures to be reckoned with by hand. */
final class SampleRuns {
  static final String NAME = "scenario";

  private SampleRuns() {}

  /** The mean read by each seed from 1 on, all reads of which take that long; NaN: all fail. */
  static SimulatedRuns of(String scenario, double... meanMillis) {
    List<ScenarioReport> reports = new ArrayList<>();
    TimeCounts times = new TimeCounts();
    NodeLoads loads = new NodeLoads();
    for (int i = 0; i < meanMillis.length; i++) {
      boolean isFailed = Double.isNaN(meanMillis[i]);
      reports.add(
          new ScenarioReport.Builder()
              .put("reads", 1000)
              .put("reads.failed", isFailed ? 1000 : 0)
              .put("mean.ms", meanMillis[i])
              .put("p50.ms", meanMillis[i])
              .put("p95.ms", meanMillis[i])
              .put("p99.ms", meanMillis[i])
              .put("hottest.node.utilisation", .5)
              .put("asked.per.used", 1.25)
              .put("plain.bytes", 0)
              .putReal("wall.s", 3)
              .build(NAME, 1 + i, 10 + i));
      for (int read = 0; read < 1000 && !isFailed; read++) {
        times.add((long) (meanMillis[i] * 1e6));
      }
      loads.add(List.of(.5, .125));
    }
    return new SimulatedRuns(Scenario.parse(scenario), reports, times, loads);
  }

  static SimulateResult alone(double... meanMillis) {
    return new SimulateResult(of("nodes = 12", meanMillis), Optional.empty());
  }

  /** Two of a scheme each. */
  static SimulateResult compared(SimulatedRuns beside, double... meanMillis) {
    return new SimulateResult(of("nodes = 12", meanMillis), Optional.of(beside));
  }

  static SimulatedRuns stock(double... meanMillis) {
    return of("nodes = 12\nscheme = stock", meanMillis);
  }
}
