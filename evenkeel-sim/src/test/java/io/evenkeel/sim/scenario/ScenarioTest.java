package io.evenkeel.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.sim.scenario.Keys.Layout;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTest {
  @Test
  void lines_setKeys_theOthersAreAsUsual(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("small.scenario");
    Files.writeString(
        file,
        """
        # a comment
        reads = 1e6           # another
        node.rate = 1.5 MB/s

        layout = Replicated
        read.bytes = lognormal 64 KiB 0.7
        """);
    Scenario scenario = Scenario.read(file);
    assertThat(scenario.name()).isEqualTo("small.scenario");
    assertThat(scenario.get(Keys.READS)).isEqualTo(1_000_000);
    assertThat(scenario.get(Keys.NODE_RATE)).isEqualTo(1.5e6);
    assertThat(scenario.get(Keys.LAYOUT)).isEqualTo(Layout.REPLICATED);
    assertThat(scenario.get(Keys.READ_BYTES).toString()).isEqualTo("lognormal 65536.0 0.7");
    assertThat(scenario.get(Keys.OPEN_TIME)).isEqualTo(500_000);
    assertThat(scenario.get(Keys.NODE_LINK_RATE)).isZero();
    assertThat(scenario.with("--set", Map.of("reads", "5")).get(Keys.READS)).isEqualTo(5);
  }

  /** As clients' keys and commands have them; what scenarios had before means what it meant. */
  @Test
  void sizes_haveLetters_too() {
    Scenario scenario =
        Scenario.parse("cell.bytes = 64k")
            .with(
                "--set",
                Map.of(
                    "file.bytes", "uniform 16m 1g", "node.rate", "32m/s", "packet.bytes", "64 KB"));
    assertThat(scenario.get(Keys.CELL_BYTES)).isEqualTo(64 * 1024);
    assertThat(scenario.get(Keys.FILE_BYTES).toString())
        .isEqualTo("uniform 1.6777216E7 1.073741824E9");
    assertThat(scenario.get(Keys.NODE_RATE)).isEqualTo(32.0 * (1 << 20));
    assertThat(scenario.get(Keys.PACKET_BYTES)).isEqualTo(64_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node.rat = 1 MB/s   | scenario, line 1: there is no key 'node.rat'; did you mean"
            + " 'node.rate'?",
        "Stragler.nodes = 1  | did you mean 'straggler.nodes'?",
        "nodse = 3           | did you mean 'nodes'?",
        "read.byte = 1       | did you mean 'read.bytes'?",
        "reads               | scenario, line 1: is no 'key = value': reads",
        "reads = some        | scenario, line 1, reads: 'some' is no number",
        "reads = 1.5         | line 1, reads: must be a whole number from 1 to 1000000000, got 1.5",
        "reads = 0           | reads: must be a whole number from 1",
        "processes = 0       | processes: must be a whole number from 1 to 1000, got 0",
        "processes = 1000000 | processes: must be a whole number from 1 to 1000, got 1000000",
        "scale = 0           | scale: must be a whole number from 1 to 65536",
        "rate = Infinity     | rate: must be a finite number, got Infinity",
        "rate = 0            | rate: must be > 0, got 0",
        "zipf = -0.5         | zipf: must be >= 0, got -0.5",
        "arrivals.variation = 0.5 | arrivals.variation: must be >= 1, got 0.5",
        "straggler.read.probability = 2 | straggler.read.probability: must be >= 0 and < 1, got 2",
        "straggler.factor = 0.5 | straggler.factor: must be >= 1 whenever it is drawn, as a number,",
        "straggler.profile = uniform 0 9 | OFFSET, got uniform 0 9",
        "straggler.period.time = 0 | straggler.period.time: must be 1 ms at least, got 0",
        "straggler.move.time = 1 ns | straggler.move.time: must be 1 ms at least, got 1 ns",
        "arrivals.batch = 0.5 | arrivals.batch: must be >= 1, got 0.5",
        "arrivals.batch = 1e12 | arrivals.batch: must be at most 1000000, got 1e12",
        "process.bytes = 0   | process.bytes: must be at least a byte, got 0",
        "file.bytes = 0      | file.bytes: must be > 0, got 0",
        "node.rate = 5 MB    | line 1, node.rate: '5 MB' is no rate; say 64 MiB/s, or none",
        "node.rate = 0       | node.rate: must be a rate of at least a byte a second, as 64 MiB/s",
        "cell.bytes = 1 mib  | line 1, cell.bytes: '1 mib' is no amount with one of the units",
        "node.overhead.time = -3 ms | line 1, node.overhead.time: '-3 ms' is negative; say 3 ms",
        "cell.bytes = 10 EiB | say 64 KiB or 40 MB, at most 1024 TiB",
        "cell.bytes = 2e9 TiB | cell.bytes: '2e9 TiB' is too much; say 64 KiB",
        "file.bytes = 10 EiB | file.bytes: no law '10 EiB'; say a number, uniform FROM TO,",
        "read.bytes = 10 EiB | sizes have one of the units [B, GB, GiB, KB, KiB, MB, MiB, TB, TiB, g,",
        "layout = tape       | line 1, layout: 'tape' is none of [striped, replicated]",
        "scheme = fast       | scheme: 'fast' is none of [adaptive, parallel, pocache, stock]",
        "code = rs           | line 1, code: no code 'rs'",
        "node.noise = loud 1 | line 1, node.noise: no law 'loud 1'"
      })
  void whatIsWrong_isSaid_withWhatMayBe(String line, String message) {
    assertThatThrownBy(() -> Scenario.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** Each key is right by itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reads.warmup = 500 | scenario, line 1, reads.warmup: must be less than reads, got"
            + " reads.warmup = 500, reads = 500",
        "straggler.nodes = 26 | must be at most nodes, got straggler.nodes = 26, nodes = 25",
        "fault.failed.nodes = 26 | got fault.stopped.nodes = 0, fault.failed.nodes = 26, nodes = 25",
        "nodes = 8 | nodes: must be at least 9, the blocks of a group, got nodes = 8, code = rs-6-3",
        "cache.nodes = 1 | got cache.nodes = 1, layout = striped",
        "rack.link.rate = 1 MiB/s | is between racks, and there is one, got rack.link.rate = 1 MiB/s,",
        "block.bytes = 1.5 MiB | must be a multiple of cell.bytes, got block.bytes = 1.5 MiB,",
        "rack.link.rate = 0 MB/s | '0 MB/s' brings nothing; say none for no limit, or a rate as",
        "code = RS-6-3-1024k | is a policy of HDFS; say code = rs-6-3 and cell.bytes = 1024 KiB",
        "read.bytes = 63 | must be as much as scale at least, which is one byte here, got"
            + " read.bytes = 63, scale = 64",
        "cell.bytes = 1 KB | must be a multiple of scale, and less than 2 GiB by it, got",
        "trace = a.csv | is read with population = trace only, got trace = a.csv, population = files",
        "population = trace | population: trace needs the key trace, which names a file",
        "population = was | was needs read.bytes > 0, how long objects are, got population = was,"
      })
  void keysThatDoNotGoTogether_areNamed_withWhatTheyAre(String line, String message) {
    assertThatThrownBy(() -> Scenario.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void stripesWithCachedParity_areShorterThanABuffer() {
    String stripe = "layout = replicated\ncache.nodes = 1\nblock.bytes = 128 MiB\nscale = 1\n";
    assertThatThrownBy(() -> Scenario.parse(stripe + "code = xor-16-1"))
        .hasMessageContaining("a stripe has less than 2 GiB by scale, got block.bytes = 128 MiB");
    assertThat(Scenario.parse(stripe + "code = xor-15-1").get(Keys.SCALE)).isEqualTo(1);
  }

  @Test
  void replicas_eachNeedANode() {
    assertThatThrownBy(() -> Scenario.parse("layout = replicated\nnodes = 2"))
        .hasMessageContaining(
            "nodes: must be at least replication, got nodes = 2, replication = 3");
  }

  /** As it is one after the other of them that would not go with the rest. */
  @Test
  void otherValues_areTakenTogether_andAreNotTheFiles() {
    Scenario scenario = Scenario.parse("straggler.nodes = 20\nnodes = 25");
    Scenario fewer = scenario.with("--set", Map.of("nodes", "12", "straggler.nodes", "1"));
    assertThat(fewer.get(Keys.NODES)).isEqualTo(12);
    assertThatThrownBy(() -> scenario.with("--set", Map.of("nods", "12")))
        .hasMessage("--set: there is no key 'nods'; did you mean 'nodes'?");
    assertThatThrownBy(() -> scenario.with("--set", Map.of("nodes", "some")))
        .hasMessage("--set, nodes: 'some' is no number");
  }

  @Test
  void fileThatCannotBeRead_isNamedWithWhy(@TempDir Path folder) throws IOException {
    Path none = folder.resolve("none.scenario");
    assertThatThrownBy(() -> Scenario.read(none))
        .isInstanceOf(IOException.class)
        .hasMessage("the scenario: cannot read " + none + ": there is no such file");
    assertThatThrownBy(() -> Scenario.read(folder))
        .hasMessage("the scenario: cannot read " + folder + ": it is a directory");
    for (byte[] bytes : new byte[][] {{'a', 0, 'b'}, {(byte) 0xff, (byte) 0xfe}}) {
      Path binary = Files.write(folder.resolve("binary"), bytes);
      assertThatThrownBy(() -> Scenario.read(binary))
          .hasMessage("the scenario: cannot read " + binary + ": it is no text in UTF-8");
    }
    Path marked = Files.writeString(folder.resolve("marked"), "\uFEFFnodes = 12");
    assertThat(Scenario.read(marked).get(Keys.NODES)).isEqualTo(12);
    Path file = folder.resolve("one.scenario");
    Files.writeString(file, "population = trace\ntrace = none.csv\n");
    Scenario scenario = Scenario.read(file);
    assertThatThrownBy(() -> scenario.read(Keys.TRACE))
        .hasMessage(
            "one.scenario, line 2, trace: cannot read "
                + folder.resolve("none.csv")
                + ": there is no such file");
  }

  @Test
  void keySetTwice_isAnError() {
    assertThatThrownBy(() -> Scenario.parse("reads = 1\nreads = 2"))
        .hasMessage("scenario, line 2: the key 'reads' was set before");
  }

  @Test
  void document_namesEveryKeyAndItsDefault() {
    assertThat(Scenario.document())
        .contains("| `cell.bytes` | `1 MiB` |")
        .contains("| `trace` |  |");
    assertThat(Scenario.document().lines()).hasSize(2 + Keys.all().size());
  }

  @Test
  void constants_areNamedByTheirKeys() throws IllegalAccessException {
    for (Field field : Keys.class.getDeclaredFields()) {
      if (field.getType() == Key.class) {
        String name = ((Key<?>) field.get(null)).name();
        assertThat(field.getName()).isEqualTo(name.toUpperCase(Locale.ROOT).replace('.', '_'));
      }
    }
  }

  @Test
  void whatIsOpenInTheFile_canBeSetBeside(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("open.scenario"), "population = trace\n");
    Files.writeString(folder.resolve("reads.csv"), "0,0,0,1\n");
    assertThatThrownBy(() -> Scenario.read(file)).hasMessageContaining("trace");
    Scenario whole = Scenario.read(file, "--set", Map.of("trace", "reads.csv"));
    assertThat(whole.text(Keys.TRACE)).isEqualTo("reads.csv");
  }
}
