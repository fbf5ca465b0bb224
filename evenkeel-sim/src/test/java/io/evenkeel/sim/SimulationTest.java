package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small clusters, everything checked after every event. */
class SimulationTest {
  private static final String STRIPED =
      """
      reads = 400
      rate = 12
      files = 20
      file.bytes = 24 MiB
      zipf = 0.9
      nodes = 12
      code = rs-6-3
      cell.bytes = 1 MiB
      block.bytes = 8 MiB
      node.noise = noise 0.3
      processes = 3
      scale = 1024
      """;

  private static ScenarioReport run(String text, long seed) {
    Scenario scenario = Scenario.parse(text);
    Simulation simulation = new Simulation(scenario, seed, true);
    return simulation.run(System::nanoTime);
  }

  private static void assertReadAll(ScenarioReport report) {
    assertThat(report.get("reads.failed")).isZero();
    assertThat(report.get("p50.ms")).isPositive().isLessThan(report.get("p99.ms"));
    assertThat(report.get("hottest.node.utilisation")).isBetween(.01, 1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stock", "adaptive", "parallel", "pocache"})
  void wholeFiles_ofStripes_areReadByEveryScheme(String scheme) {
    ScenarioReport report = run(STRIPED + "scheme = " + scheme, 1);
    assertReadAll(report);
    if (scheme.equals("stock")) {
      assertThat(report.get("asked.per.used")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "straggler.nodes = 1",
        "straggler.nodes = 1\nstraggler.factor = 50\nstraggler.move.time = 2 s",
        "straggler.node.probability = 0.2",
        "straggler.rack.probability = 0.3\nrack.nodes = 3",
        "straggler.read.probability = 0.05",
        "straggler.period.share = 0.1\nstraggler.period.time = 1 s",
        "fault.stopped.nodes = 1\nfault.at.time = 2 s",
        "fault.failed.nodes = 2\nfault.at.time = 2 s\nfault.for.time = 3 s",
        "node.discipline = ps\nnode.link.rate = 128 MiB/s\nreader.link.rate = 256 MiB/s",
        "rack.nodes = 4\nrack.link.rate = 200 MiB/s",
        "packet.bytes = 64 KiB\nnode.overhead.time = 3 ms\nnode.speed = uniform 0.5 1.5",
        "decode.rate = 100 MB/s\nopen.time = 0 ms\narrivals = bursts",
        "code = lrc-6-2-2",
        "process.bytes = 16 MiB"
      })
  void wholeFiles_whateverHappens_areReadRight(String more) {
    for (long seed = 1; seed <= 3; seed++) {
      ScenarioReport report =
          run(
              STRIPED.replace(more.contains("code =") ? "code = rs-6-3\n" : "none", "") + more,
              seed);
      assertThat(report.get("reads.failed")).isZero();
    }
  }

  /** A file of 64 MiB on one node: by its disk in 1 s, by two links of a quarter in 4. */
  @Test
  void whatComesFromAnotherRack_waitsForTheRacksLinks() {
    String text =
        """
        nodes = 4
        rack.nodes = 2
        rack.link.rate = 16 MiB/s
        link.discipline = fcfs
        layout = replicated
        replication = 1
        files = 1
        file.bytes = 64 MiB
        block.bytes = 64 MiB
        node.rate = 64 MiB/s
        open.time = 0 ms
        scheme = stock
        reads = 1
        """;
    Set<Long> millis = new TreeSet<>();
    for (long seed = 1; seed <= 12; seed++) {
      millis.add(Math.round(run(text, seed).get("max.ms")));
    }
    assertThat(millis).hasSize(2);
    assertThat(millis).contains(1000L);
    // The last of 64 cells leaves the disk after 1 s, the first link after 4 s, and crosses the
    // second one in 1/16 s.
    assertThat(millis).contains(4078L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "straggler.nodes = 1\nstraggler.factor = 30"})
  void smallReads_ofStripes_areReadWholeAlsoPastASlowNode(String more) {
    String text = STRIPED.replace("rate = 12", "rate = 400").replace("scale = 1024", "scale = 1");
    ScenarioReport report = run(text + "read.bytes = 64 KiB\n" + more, 1);
    assertReadAll(report);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stock", "adaptive"})
  void replicatedFiles_areReadByLanes(String scheme) {
    ScenarioReport report =
        run(
            STRIPED.replace("code = rs-6-3", "code = xor-4-1")
                + "layout = replicated\nstraggler.nodes = 1\nscheme = "
                + scheme,
            1);
    assertReadAll(report);
  }

  /** Whoever opens a file is told its replicas in another order, those of its rack first. */
  @Test
  void replicas_areReadByTurns_andThoseOfTheSameRackFirst() {
    String text =
        """
        scheme = stock
        layout = replicated
        files = 1
        file.bytes = 8 MiB
        block.bytes = 8 MiB
        nodes = 6
        reads = 300
        rate = 2
        processes = 2
        """;
    ScenarioReport one = run(text + "replication = 1", 1);
    assertThat(run(text + "replication = 6", 1).get("hottest.node.utilisation"))
        .isLessThan(one.get("hottest.node.utilisation") / 4);
    String racks = "rack.nodes = 3\nrack.link.rate = 1 GiB/s\n";
    assertThat(run(text + racks + "replication = 6", 1).get("hottest.link.utilisation")).isZero();
    assertThat(run(text + racks + "replication = 3", 1).get("hottest.link.utilisation")).isZero();
    assertThat(run(text + racks + "replication = 1", 1).get("hottest.link.utilisation"))
        .isPositive();
  }

  @Test
  void replicatedFiles_withCachedParity_areReadPastANodeThatCrawls() {
    String text =
        STRIPED.replace("code = rs-6-3", "code = xor-4-1").replace("reads = 400", "reads = 100")
            + "layout = replicated\nreplication = 1\ncache.nodes = 2\nfile.bytes = 32 MiB\n";
    String once = text.replaceFirst("file.bytes = 24 MiB\n", "");
    ScenarioReport healthy = run(once + "scheme = pocache", 1);
    ScenarioReport crawling =
        run(once + "scheme = pocache\nstraggler.nodes = 1\nstraggler.factor = 50", 1);
    assertThat(healthy.get("stripes.cached")).isEqualTo(20);
    ScenarioReport small = run(once.replace("32 MiB", "1 MiB") + "scheme = pocache", 1);
    assertThat(small.warnings()).singleElement().asString().startsWith("NO STRIPE HAS PARITY");
    assertReadAll(healthy);
    assertReadAll(crawling);
    assertThat(crawling.get("degraded.share")).isGreaterThan(.05);
    assertThat(crawling.get("p95.ms")).isLessThan(3 * healthy.get("p95.ms"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yahoo", "facebook"})
  void populations_asPublished(String population) {
    ScenarioReport report =
        run(
            STRIPED.replace("rate = 12", "rate = 1").replace("reads = 400", "reads = 60")
                + "arrivals = google\npopulation = "
                + population,
            1);
    assertReadAll(report);
  }

  /** Two nodes are gone where blocks have one parity. */
  @Test
  void failedReads_areCounted_andInNoTimes() {
    String lossy =
        STRIPED.replace("code = rs-6-3", "code = xor-4-1").replace("reads = 400", "reads = 100")
            + "fault.failed.nodes = 2\nreads.warmup = 10\nscheme = stock\n";
    ScenarioReport some = run(lossy, 1);
    assertThat(some.get("reads")).isEqualTo(100);
    assertThat(some.get("reads.failed")).isBetween(1.0, 90.0);
    assertThat(some.get("reads.timed"))
        .isBetween(90 - some.get("reads.failed"), 100 - some.get("reads.failed"));
    ScenarioReport all = run(lossy.replace("nodes = 2\n", "nodes = 12\n"), 1);
    assertThat(all.get("reads.failed")).isEqualTo(100);
    assertThat(all.get("reads.timed")).isZero();
    assertThat(all.toText()).contains("100 OF 100 READS FAILED").doesNotContain("NaN");
    assertThat(all.toJson(Map.of(), Map.of())).contains("\"mean.ms\": null", "\"max.ms\": null");
  }

  private static double load(String text) {
    return new Simulation(Scenario.parse(text), 1).offeredLoad();
  }

  @Test
  void offeredLoad_isWhatIsAskedByWhatAllNodesCan() {
    // 12 reads a second of 24 MiB from 12 nodes of 64 MiB/s.
    assertThat(load(STRIPED)).isCloseTo(.375, within(1e-9));
    assertThat(load(STRIPED + "node.speed = 0.5\n")).isCloseTo(.75, within(1e-9));
    assertThat(load(STRIPED + "read.bytes = 4 MiB\n")).isCloseTo(.0625, within(1e-9));
    assertThat(load(STRIPED + "node.overhead.time = 1 s\n")).isCloseTo(1.375, within(1e-9));
    String day = STRIPED + "arrivals = day\narrivals.day.time = 10 s\n";
    assertThat(load(day)).as("in the mean").isCloseTo(.375, within(1e-9));
    assertThat(new Simulation(Scenario.parse(day), 1).peakLoad())
        .isCloseTo(1.5 * .375, within(1e-9));
  }

  /** Whoever sets one key to see what it does is to see that and no overload. */
  @Test
  void defaults_areNotOverloaded() {
    ScenarioReport report = run("", 1);
    assertThat(load("")).isBetween(.2, .6);
    assertThat(report.get("hottest.node.utilisation")).isLessThan(.8);
    assertReadAll(report);
  }

  /** What a byte takes, asked by itself, says nothing of how long a cell may. */
  @Test
  void lastCellOfOneByte_asManyStoppedNodesAsThereIsParity_aSecondIsAllThatIsWaited() {
    String text =
        """
        file.bytes = 65537 B
        files = 60
        cell.bytes = 64 KiB
        block.bytes = 64 KiB
        nodes = 9
        scale = 1
        reads = 400
        rate = 5
        node.rate = 4 MiB/s
        node.overhead.time = 5 ms
        node.noise = noise 1
        fault.stopped.nodes = 3
        """;
    ScenarioReport read = run(text, 1);
    assertThat(read.get("reads.failed")).isZero();
    // Three nodes hang and others are slow for a moment: together more than there is parity for.
    assertThat(read.get("max.ms")).as("a second, and then nothing is denied").isLessThan(1500);
    assertThat(read.get("p99.ms")).as("who hangs is known after that").isLessThan(500);
  }

  /** A chunk of checksums is as long by any scale. */
  @Test
  void smallReadsOfReplicatedFiles_needASmallScale() {
    String small = "layout = replicated\nread.bytes = 64 KiB\nscheme = stock\nreads = 50\n";
    assertThatThrownBy(() -> load(small))
        .hasMessageContaining("whole chunks of 8 KiB times scale")
        .hasMessageEndingWith("say scale = 1, got scale = 64");
    assertThat(load(small + "file.bytes = 64 KiB\n")).as("of whole files").isPositive();
    ScenarioReport exact = run(small + "scale = 1\n", 1);
    assertThat(exact.get("asked.per.used")).isBetween(1.0, 1.13);
    assertThat(exact.get("plain.bytes")).as("of a client without an engine").isNaN();
  }

  @Test
  void trace_isReadWhole_unlessReadsIsSet(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("one.scenario");
    StringBuilder lines = new StringBuilder("seconds,object,bytes\n  0.0,a,1048576\n");
    for (int i = 0; i < 700; i++) {
      lines.append(".%d,a,1048576%n".formatted(100 + i));
    }
    Files.writeString(folder.resolve("t.csv"), lines);
    Files.writeString(file, "population = trace\ntrace = t.csv\n");
    assertThat(run(Scenario.read(file)).get("reads")).isEqualTo(701);
    Map<String, String> warmup = Map.of("reads.warmup", "600");
    assertThat(run(Scenario.read(file, "--set", warmup)).get("reads.timed")).isEqualTo(101);
    assertThatThrownBy(() -> run(Scenario.read(file, "--set", Map.of("reads.warmup", "701"))))
        .hasMessageContaining("must be less than the reads of the trace, 701");
    Files.writeString(file, "population = trace\ntrace = t.csv\nreads = 500\n");
    assertThat(run(Scenario.read(file)).get("reads")).isEqualTo(500);
  }

  private static ScenarioReport run(Scenario scenario) {
    return new Simulation(scenario, 1).run(System::nanoTime);
  }

  @Test
  void wrongTrace_isNamedWithItsLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("one.scenario");
    Path trace = Files.writeString(folder.resolve("t.csv"), "1,a,10\n0.5,a,10\n");
    Files.writeString(file, "population = trace\ntrace = t.csv\n");
    Scenario scenario = Scenario.read(file);
    assertThatThrownBy(() -> new Simulation(scenario, 1))
        .hasMessageStartingWith(trace + ": line 2 of the trace is not seconds,object,bytes");
  }

  @Test
  void sameSeed_givesTheSameEvents_anotherSeedDoesNot() {
    String text = STRIPED + "straggler.nodes = 1\n";
    assertThat(run(text, 7).hash()).isEqualTo(run(text, 7).hash());
    assertThat(run(text, 7).hash()).isNotEqualTo(run(text, 8).hash());
  }

  /** Whatever is counted in bytes is scaled with them; what differs is rounding. */
  @ParameterizedTest
  @ValueSource(strings = {"", "straggler.nodes = 1\n", "read.bytes = 256 KiB\n"})
  void scale_changesNoTimes(String more) {
    String text = STRIPED.replace("reads = 400", "reads = 100").replace("scale = 1024", "") + more;
    ScenarioReport exact = run(text + "scale = 1", 1);
    ScenarioReport scaled = run(text + "scale = 1024", 1);
    assertThat(scaled.get("mean.ms")).isCloseTo(exact.get("mean.ms"), withinPercentage(3));
    assertThat(scaled.get("p95.ms")).isCloseTo(exact.get("p95.ms"), withinPercentage(5));
    assertThat(scaled.get("tasks.per.read"))
        .isCloseTo(exact.get("tasks.per.read"), withinPercentage(3));
  }
}
