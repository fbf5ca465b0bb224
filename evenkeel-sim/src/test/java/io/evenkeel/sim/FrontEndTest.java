package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrontEndTest {
  private static final Scenario SCENARIO =
      Scenario.parse(
          """
          reads = 2000
          rate = 200
          population = was
          zipf = 1.1
          files = 40
          code = rs-6-3
          cell.bytes = 64 MB
          read.bytes = lognormal 1 MB 0.7
          read.bytes.max = 10 MB
          nodes = 30
          node.rate = 25 MB/s
          node.overhead.time = 3 ms
          open.time = 0 ms
          probe.time = 2 ms
          processes = 8
          scheme = stock
          scale = 16000
          """);

  private static ScenarioReport run(FrontEnd.Factory frontEnds) {
    return new Simulation(SCENARIO, 1, frontEnds, true).run(System::nanoTime);
  }

  @Test
  void frontEnd_mayAskForQueuesBeforeItStarts_whichTakesItsTime() {
    Scheme stock = Simulation.scheme(SCENARIO);
    List<Long> queues = new ArrayList<>();
    ScenarioReport asking =
        run(
            ports ->
                (read, start) ->
                    ports.queuedBytes(
                        read.file().holders(read.range().start()).get(0),
                        bytes -> {
                          queues.add(bytes);
                          start.accept(stock);
                        }));
    ScenarioReport usual = run(FrontEnd.always(stock));
    assertThat(queues).hasSize(2000);
    assertThat(queues).anyMatch(bytes -> bytes > 1_000_000).anyMatch(bytes -> bytes == 0);
    // All reads wait 2 ms longer, and otherwise it is the same run.
    assertThat(asking.get("mean.ms")).isCloseTo(usual.get("mean.ms") + 2, within(.01));
    assertThat(usual.get("asked.per.used")).as("in pieces of a MiB").isEqualTo(1);
  }

  @Test
  void frontEnd_thatStartsTwice_endsTheRun() {
    Scheme stock = Simulation.scheme(SCENARIO);
    assertThatThrownBy(
            () ->
                run(
                    ports ->
                        (read, start) -> {
                          start.accept(stock);
                          start.accept(stock);
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has started the read");
  }
}
