package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What Evenkeel does to clusters that have much to do, beside the stock client: in virtual time, so
 * that each figure is what the seed makes it.
 */
class LoadTest {
  /** Nodes of which all are busy for more than half of the time, and some for nearly all of it. */
  static final String BUSY =
      """
      rate = 113
      files = 16
      file.bytes = 6 MiB
      zipf = 1.0
      read.bytes = 64 KiB
      code = rs-6-3
      cell.bytes = 1 MiB
      block.bytes = 16 MiB
      nodes = 12
      node.rate = 1 MiB/s
      processes = 4
      scale = 64
      """;

  private static final String HOT = HotNodeSetting.TEXT + "reads = 4000\n";

  private static ScenarioReport run(String text, long seed) {
    return new Simulation(Scenario.parse(text), seed).run(System::nanoTime);
  }

  private static double by(ScenarioReport one, ScenarioReport other, String figure) {
    return one.get(figure) / other.get(figure);
  }

  /** Over four placements: whether a node's queue becomes a spiral is chance in each of them. */
  @Test
  void smallReads_whereAllNodesAreBusy_takeNoLongerThanTheStockClients() {
    String settled = BUSY + "reads = 6000\nreads.warmup = 2000\n";
    Placements stock = new Placements(settled + "scheme = stock");
    Placements directed = new Placements(settled + "manager = yes");
    Placements alone = new Placements(settled);
    Placements off = new Placements(settled + "direction = off");
    assertThat(directed.mean("mean.ms") / stock.mean("mean.ms")).isLessThan(1.05);
    assertThat(directed.mean("p95.ms") / stock.mean("p95.ms")).isLessThan(.95);
    assertThat(alone.mean("mean.ms") / stock.mean("mean.ms")).as("no manager").isLessThan(1.05);
    assertThat(alone.mean("p95.ms") / stock.mean("p95.ms")).as("no manager").isLessThan(.95);
    // Who sees no queues learns of them when they are long.
    assertThat(off.mean("mean.ms") / stock.mean("mean.ms")).as("lateness alone").isLessThan(2);
    assertThat(directed.mean("asked.per.used")).isLessThan(1.25);
    assertThat(off.mean("asked.per.used")).isLessThan(1.15);
  }

  /** The same with four seeds. */
  private static final class Placements {
    private final List<ScenarioReport> reports = new ArrayList<>();

    Placements(String text) {
      for (long seed = 1; seed <= 4; seed++) {
        reports.add(run(text, seed));
      }
    }

    double mean(String figure) {
      return reports.stream().mapToDouble(report -> report.get(figure)).average().orElseThrow();
    }
  }

  /** Four processes that know of nothing start at once, and read for nine seconds. */
  @Test
  void newProcesses_whereAllNodesAreBusy_askForLittleMore() {
    for (long seed = 1; seed <= 2; seed++) {
      ScenarioReport stock = run(BUSY + "reads = 1000\nscheme = stock", seed);
      ScenarioReport directed = run(BUSY + "reads = 1000\nmanager = yes", seed);
      assertThat(by(directed, stock, "mean.ms")).isLessThan(2);
      assertThat(directed.get("asked.per.used")).isLessThan(1.35);
    }
  }

  @Test
  void reads_ofAHotNode_areDirectedToOthers() {
    for (long seed = 1; seed <= 2; seed++) {
      ScenarioReport stock = run(HOT + "scheme = stock", seed);
      ScenarioReport directed = run(HOT + "manager = yes", seed);
      assertThat(stock.get("hottest.node.utilisation")).isGreaterThan(.85);
      assertThat(by(directed, stock, "hottest.node.utilisation")).isLessThan(.9);
      assertThat(by(directed, stock, "p95.ms")).isLessThan(.5);
      assertThat(by(directed, stock, "mean.ms")).isLessThan(.7);
    }
  }
}
