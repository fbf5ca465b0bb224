package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunListenerTest {
  /** Six cells on six of nine nodes, each of which reads its cell in a second. */
  private static final String ONE_SECOND =
      """
      reads = 20
      rate = 0.01
      files = 1
      file.bytes = 6 MiB
      nodes = 9
      node.rate = 1 MiB/s
      open.time = 0 ms
      scheme = stock
      """;

  private final List<Long> tookNanos = new ArrayList<>();
  private final Map<Integer, Double> loads = new TreeMap<>();

  private ScenarioReport run(String text) {
    RunListener listener =
        new RunListener() {
          @Override
          public void timed(long nanos) {
            tookNanos.add(nanos);
          }

          @Override
          public void loaded(int node, double utilisation) {
            assertThat(loads.put(node, utilisation)).isNull();
          }
        };
    return new Simulation(Scenario.parse(text), 1).run(System::nanoTime, listener);
  }

  @Test
  void readsAndNodes_areToldAsTheyAre() {
    ScenarioReport report = run(ONE_SECOND);
    assertThat(tookNanos).hasSize(20);
    assertThat(tookNanos).allSatisfy(nanos -> assertThat(nanos / 1e9).isCloseTo(1, within(1e-6)));
    double hottest = report.get("hottest.node.utilisation");
    assertThat(hottest).isBetween(.002, .02);
    assertThat(loads).containsOnlyKeys(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(loads.values().stream().filter(load -> load == 0)).hasSize(3);
    assertThat(loads.values().stream().filter(load -> load > hottest - 1e-9)).hasSize(6);
  }

  /** Neither those that are left out nor those that fail. */
  @Test
  void timesThatAreInNoFigure_areNotTold() {
    ScenarioReport some = run(ONE_SECOND + "reads.warmup = 5\n");
    assertThat(tookNanos).hasSize(15).hasSize((int) some.get("reads.timed"));
    tookNanos.clear();
    loads.clear();
    run(ONE_SECOND + "fault.failed.nodes = 9\n");
    assertThat(tookNanos).isEmpty();
    assertThat(loads).hasSize(9);
  }
}
