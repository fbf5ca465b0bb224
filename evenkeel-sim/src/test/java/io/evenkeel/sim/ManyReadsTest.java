package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * So many reads of so many nodes as a run may have: all of them end, by few more tasks than need
 * be.
 */
class ManyReadsTest {
  /** Reads of one row of six cells each. */
  private static final String ROWS =
      """
      reads = 20000
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
    return new Simulation(Scenario.parse(text), 1).run(System::nanoTime);
  }

  @ParameterizedTest
  @CsvSource({"stock, 1", "adaptive, 2.25"})
  void objectsWithinCells_areAllRead(String scheme, double mostAsked) {
    ScenarioReport report = run(HotNodeSetting.TEXT + "reads = 50000\nscheme = " + scheme);
    assertThat(report.get("reads")).isEqualTo(50_000);
    assertThat(report.get("reads.failed")).isZero();
    assertThat(report.get("asked.per.used")).isBetween(1.0, mostAsked);
  }

  @Test
  void rows_areReadByATaskForEachCell() {
    ScenarioReport report = run(ROWS);
    assertThat(report.get("reads")).isEqualTo(20_000);
    assertThat(report.get("reads.failed")).isZero();
    assertThat(report.get("tasks.per.read")).isBetween(6.0, 6.5);
  }
}
