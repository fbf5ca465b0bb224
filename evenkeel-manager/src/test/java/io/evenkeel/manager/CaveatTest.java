package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rule that cannot fire says so, in the status and in the log, and not all the time. */
class CaveatTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final int DATA_NODES = 5;

  private final Manager manager =
      new Manager(
          ManagerSettings.of(1 << 20, Duration.ofMinutes(10))
              .withDetector("three-sigma", Duration.ofSeconds(60), Duration.ofSeconds(5)),
          List.of(new NodeId("cache:1")),
          (bytes, k) -> bytes,
          () -> 7);

  @Test
  void threeSigmaInASmallCluster_saysThatItCannotFire_onceAnHour() {
    List<String> told = new ArrayList<>();
    for (long now = 0; now <= 2 * 3600 * SECOND; now += 5 * SECOND) {
      manager.observe(now, new Witness("a"), samples(), List.of());
      manager.observe(now, new Witness("b"), samples(), List.of());
      for (Effect effect : manager.tick(now)) {
        if (effect instanceof Effect.Log log) {
          told.add(log.message());
        }
      }
    }
    assertThat(told)
        .hasSize(2)
        .allMatch(m -> m.contains("three-sigma cannot fire with rates of 5"));
    assertThat(manager.status(2 * 3600 * SECOND).load().caveat()).contains("it needs 11");
  }

  private static List<NodeSample> samples() {
    List<NodeSample> samples = new ArrayList<>();
    for (int node = 0; node < DATA_NODES; node++) {
      samples.add(
          new NodeSample(
              new NodeId("datanode-" + node + ":9866"),
              8 << 20,
              8 << 20,
              SECOND / 10,
              Outcome.FINISHED));
    }
    return samples;
  }
}
