package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How fast it is on the machine that runs it, which is printed; what came of it is asserted. */
class ThroughputTest {
  /** Reads of one row of six cells each. */
  private static final String ROWS =
      """
      reads = 50000
      rate = 1000
      files = 1000
      zipf = 0.5
      file.bytes = 6 MiB
      code = rs-6-3
      cell.bytes = 1 MiB
      block.bytes = 4 MiB
      nodes = 1000
      node.noise = noise 0.3
      processes = 8
      scale = 16384
      """;

  private static ScenarioReport run(String text) {
    ScenarioReport report = new Simulation(Scenario.parse(text), 1).run(System::nanoTime);
    System.out.print(report.toText());
    return report;
  }

  @ParameterizedTest
  @ValueSource(strings = {"stock", "adaptive"})
  void objectsWithinCells(String scheme) {
    ScenarioReport report = run(HotNodeSetting.TEXT + "reads = 100000\nscheme = " + scheme);
    assertThat(report.get("reads.failed")).isZero();
  }

  @Test
  void oneRowReads() {
    assertThat(run(ROWS).get("tasks.per.read")).isGreaterThanOrEqualTo(6);
  }
}
