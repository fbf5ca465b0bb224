package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.chance.Quantiles;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What Evenkeel does to clusters that have much to do, beside the stock client: in virtual time, so
 * that each figure is what the seed makes it.
 */
class LoadTest {
  /**
   * Nodes of which all are busy for more than half of the time, and some for nearly all of it: the
   * scenario of the documents, but for what each test says itself.
   */
  static final String BUSY = documented("busy-nodes", "reads", "reads.warmup");

  private static final String SLOW_REPLICA =
      """
      reads = 300
      rate = 3
      files = 20
      file.bytes = 24 MiB
      layout = replicated
      code = xor-4-1
      block.bytes = 4 MiB
      nodes = 10
      node.rate = 32 MiB/s
      straggler.nodes = 1
      straggler.factor = 20
      scale = 1024
      """;

  private static final String HOT = HotNodeSetting.TEXT + "reads = 4000\n";

  private static String documented(String name, String... without) {
    Path file = Path.of("..", "docs", "scenarios", name + ".scenario");
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> Stream.of(without).noneMatch(key -> line.startsWith(key + " =")))
          .collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

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
    assertThat(directed.mean("mean.ms") / stock.mean("mean.ms")).isLessThan(1.05);
    assertThat(directed.mean("p95.ms") / stock.mean("p95.ms")).isLessThan(.95);
    assertThat(alone.mean("mean.ms") / stock.mean("mean.ms")).as("no manager").isLessThan(1.05);
    assertThat(alone.mean("p95.ms") / stock.mean("p95.ms")).as("no manager").isLessThan(.95);
    assertThat(directed.mean("asked.per.used")).isLessThan(1.25);
  }

  /**
   * Who sees no queues learns of them when they are long: in one placement of four the hottest
   * node's queue becomes a spiral, so that only the median says what a change has changed.
   */
  @Test
  void smallReads_byLatenessAlone_whereAllNodesAreBusy_takeLittleLongerInMostPlacements() {
    String settled = BUSY + "reads = 6000\nreads.warmup = 2000\n";
    List<Double> times = new ArrayList<>();
    List<Double> asked = new ArrayList<>();
    for (long seed = 1; seed <= 9; seed++) {
      ScenarioReport off = run(settled + "direction = off", seed);
      times.add(by(off, run(settled + "scheme = stock", seed), "mean.ms"));
      asked.add(off.get("asked.per.used"));
    }
    assertThat(median(times)).as("by the stock client's, of " + times).isLessThan(1.6);
    assertThat(median(asked)).as("of " + asked).isLessThan(1.2);
  }

  private static double median(List<Double> values) {
    return Quantiles.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** No node is hotter than another, and all are busy: nobody gains by going elsewhere. */
  @Test
  void reads_whereAllNodesAreAsBusy_takeNoLongerThanTheStockClients() {
    for (String reads :
        List.of(
            "reads = 7000",
            "reads = 7000\nnode.discipline = ps",
            "reads = 6000\nread.bytes = 512 KiB\nrate = 500",
            "reads = 4000\nread.bytes = 8 MiB\nrate = 36",
            "reads = 600\nread.bytes = 0\nfile.bytes = 64 MiB\nrate = 4.5\nreads.warmup = 100")) {
      ScenarioReport stock = run(even(reads + "\nscheme = stock"), 1);
      ScenarioReport own = run(even(reads), 1);
      assertThat(stock.get("mean.node.utilisation")).as(reads).isGreaterThan(.45);
      assertThat(by(own, stock, "mean.ms")).as(reads).isLessThan(1.04);
      assertThat(by(own, stock, "p95.ms")).as(reads).isLessThan(1.05);
      assertThat(own.get("asked.per.used")).as(reads).isLessThan(1.1);
    }
  }

  /** What waits for a link between racks looks like a slow node, and half of the nodes do. */
  @Test
  void reads_overBusyLinksBetweenRacks_takeNoLongerThanTheStockClients() {
    String racks = documented("busy-racks", "reads") + "reads = 300\n";
    ScenarioReport stock = run(racks + "scheme = stock", 2);
    ScenarioReport own = run(racks, 2);
    assertThat(stock.get("hottest.link.utilisation")).isGreaterThan(.7);
    assertThat(by(own, stock, "mean.ms")).isLessThan(1);
    assertThat(own.get("asked.per.used")).isLessThan(1.25);
  }

  /** The scenario of the documents, but for what these lines say. */
  private static String even(String settings) {
    String[] keys = settings.lines().map(line -> line.split(" = ", 2)[0]).toArray(String[]::new);
    return documented("even-nodes", keys) + settings;
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
  void newProcesses_whereAllNodesAreBusy_takeLittleLonger_andAskForLittleMore() {
    Placements stock = new Placements(BUSY + "reads = 1000\nscheme = stock");
    assertCold("manager = yes", stock, 1.15);
    assertCold("", stock, 1.1);
    assertCold("direction = off", stock, 2.5);
  }

  /** What each of them asks besides makes the others late, which would ask for more still. */
  @Test
  void manyNewProcesses_whereAllNodesAreBusy_doNotFillThem() {
    String[] without = {"reads", "reads.warmup", "processes"};
    String many = "processes = 64\nreads = 3000\n";
    Placements small = new Placements(documented("busy-nodes", without) + many);
    Placements smallByStock =
        new Placements(documented("busy-nodes", without) + many + "scheme = stock\n");
    assertThat(small.mean("mean.ms") / smallByStock.mean("mean.ms")).isLessThan(1.3);
    assertThat(small.mean("asked.per.used")).isLessThan(1.1);
    Placements middle = new Placements(documented("even-nodes", without) + many);
    Placements middleByStock =
        new Placements(documented("even-nodes", without) + many + "scheme = stock\n");
    assertThat(middle.mean("mean.ms") / middleByStock.mean("mean.ms")).isLessThan(1.4);
    assertThat(middle.mean("asked.per.used")).isLessThan(1.25);
  }

  private static void assertCold(String settings, Placements stock, double mostOfStock) {
    Placements own = new Placements(BUSY + "reads = 1000\n" + settings);
    assertThat(own.mean("mean.ms") / stock.mean("mean.ms")).as(settings).isLessThan(mostOfStock);
    assertThat(own.mean("asked.per.used")).as(settings).isLessThan(1.35);
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

  /** Replicated files, read wide: the nodes of those that are read most have too much to do. */
  @Test
  void wideReads_ofReplicatedFiles_areDirectedToOtherReplicas() {
    String wide =
        """
        reads = 1000
        rate = 9
        files = 24
        file.bytes = 24 MiB
        zipf = 1.1
        layout = replicated
        replication = 3
        code = xor-4-1
        block.bytes = 6 MiB
        nodes = 12
        node.rate = 24 MiB/s
        scheme = parallel
        processes = 4
        scale = 1024
        """;
    Placements off = new Placements(wide + "direction = off");
    for (String settings : List.of("manager = yes", "")) {
      Placements directed = new Placements(wide + settings);
      assertThat(directed.mean("mean.ms") / off.mean("mean.ms")).as(settings).isLessThan(.75);
      assertThat(directed.mean("asked.per.used")).as("no byte more").isEqualTo(1);
    }
  }

  /** The stock client keeps off nobody, whatever Evenkeel's settings are. */
  @Test
  void stockClient_isNeitherDirected_norGoesAroundSlowNodes() {
    String stock = SLOW_REPLICA + "scheme = stock\n";
    assertThat(run(stock, 1).hash()).isEqualTo(run(stock + "direction = off", 1).hash());
    assertThat(by(run(stock, 1), run(SLOW_REPLICA, 1), "p95.ms")).isGreaterThan(4);
  }

  /** The reader's own link is the narrow place: no node is slow, and nothing is asked besides. */
  @Test
  void readersOwnLink_makesNobodyLate() {
    String text =
        """
        reads = 20
        rate = 0.02
        files = 20
        file.bytes = 192 MiB
        code = rs-6-3
        nodes = 20
        node.rate = 100 MiB/s
        packet.bytes = 64 KiB
        scale = 256
        """;
    for (String link : List.of("50 MiB/s", "120 MiB/s")) {
      for (String discipline : List.of("ps", "fcfs")) {
        String narrow =
            text + "reader.link.rate = " + link + "\nlink.discipline = " + discipline + "\n";
        ScenarioReport own = run(narrow, 1);
        assertThat(by(own, run(narrow + "scheme = stock", 1), "mean.ms")).isLessThan(1.01);
        assertThat(own.get("asked.per.used")).isLessThan(1.01);
        assertThat(own.get("hottest.link.utilisation")).isBetween(.001, .1);
      }
    }
  }
}
