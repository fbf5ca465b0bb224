package io.evenkeel.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioReportTest {
  private final ScenarioReport report =
      new ScenarioReport.Builder()
          .put("reads", 10)
          .put("reads.failed", 3)
          .put("events", 500)
          .put("mean.ms", 1.23456)
          .put("p99.ms", Double.NaN)
          .putReal("wall.s", 2)
          .build("a \"b\"", 7, 255);

  @Test
  void json_isOneObject() {
    String json = report.toJson(Map.of(), Map.of());
    assertThat(json)
        .isEqualTo(
            "{\"scenario\": \"a \\u0022b\\u0022\", \"keys\": {}, \"seed\": 7, \"event.hash\":"
                + " \"00000000000000ff\", \"reads\": 10, \"reads.failed\": 3, \"events\": 500,"
                + " \"mean.ms\": 1.2346, \"p99.ms\": null, \"wall.s\": 2}");
    assertThat(report.toJson(Map.of("beside", true), Map.of("rate", "2")))
        .isEqualTo(json.replace("\"keys\": {}", "\"beside\": true, \"keys\": {\"rate\": \"2\"}"));
  }

  @Test
  void text_hasALineForEachFigure() {
    assertThat(report.toText().lines()).hasSize(2 + 6);
    assertThat(report.toText())
        .startsWith("a \"b\", seed 7, event.hash 00000000000000ff")
        .contains("mean.ms", "1.2346");
  }

  @Test
  void failedReads_areSaidFirst_andAFigureOfNoneIsNone() {
    assertThat(report.toText().lines().toList().get(1))
        .isEqualTo("  3 OF 10 READS FAILED; mean.ms to max.ms are without them (seed 7)");
    assertThat(report.toText()).containsPattern("p99.ms +none").doesNotContain("NaN");
    assertThat(new ScenarioReport.Builder().put("reads", 1).build("a", 1, 1).warnings()).isEmpty();
  }

  @Test
  void overload_isSaidFirst() {
    ScenarioReport overloaded =
        new ScenarioReport.Builder()
            .put("hottest.node.utilisation", 0.98)
            .put("hottest.link.utilisation", 0.99)
            .build("a", 3, 1);
    assertThat(overloaded.warnings())
        .containsExactly(
            "A NODE IS BUSY ALL THE TIME (hottest.node.utilisation 0.9800): what waits for it grows"
                + " as long as reads arrive, and so do times (seed 3)",
            "A LINK IS BUSY ALL THE TIME (hottest.link.utilisation 0.9900): what waits for it grows"
                + " as long as reads arrive, and so do times (seed 3)");
    ScenarioReport noLinks =
        new ScenarioReport.Builder().put("hottest.link.utilisation", Double.NaN).build("a", 3, 1);
    assertThat(noLinks.warnings()).isEmpty();
  }

  @Test
  void realTime_isNoFigureOfEqualRuns() {
    assertThat(report.names())
        .containsExactly("reads", "reads.failed", "events", "mean.ms", "p99.ms", "wall.s");
    assertThat(report.simulatedNames())
        .containsExactly("reads", "reads.failed", "events", "mean.ms", "p99.ms");
  }

  @Test
  void unknownFigure_isAnErrorThatNamesThoseThereAre() {
    assertThatThrownBy(() -> report.get("p98.ms"))
        .hasMessageContaining("[reads, reads.failed, events, mean.ms, p99.ms, wall.s]");
  }

  @Test
  void quantiles_areThoseOfTheSortedReads() {
    Latencies latencies = new Latencies();
    assertThat(latencies.quantileMillis(.5)).isNaN();
    for (int i = 100; i > 0; i--) {
      latencies.add(i * 1_000_000L);
    }
    assertThat(latencies.meanMillis()).isEqualTo(50.5);
    assertThat(latencies.varianceSquareMillis()).isEqualTo((100.0 * 100 - 1) / 12);
    assertThat(latencies.quantileMillis(0)).isEqualTo(1);
    assertThat(latencies.quantileMillis(.95)).isEqualTo(95);
    assertThat(latencies.quantileMillis(1)).isEqualTo(100);
  }
}
