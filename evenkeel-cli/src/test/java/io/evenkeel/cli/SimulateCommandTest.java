package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {
  private static final Path SCENARIOS = Path.of("..", "docs", "scenarios");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int run(String... arguments) {
    CommandLine commandLine = EvenkeelCommand.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 1];
    all[0] = "simulate";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return commandLine.execute(all);
  }

  private String scenario(String text) throws IOException {
    return Files.writeString(folder.resolve("one.scenario"), text).toString();
  }

  /** The documented seed, and a seed by which the slow node holds no data. */
  @Test
  void firstExample_showsItsStraggler() throws Exception {
    String file = SCENARIOS.resolve("striped-demo.scenario").toString();
    assertThat(Files.readString(Path.of("..", "docs", "SIMULATOR.md")))
        .contains("striped-demo.scenario --seed 2");
    double adaptive = mean(file, "2", "adaptive");
    assertThat(mean(file, "2", "stock")).isGreaterThan(4 * adaptive);
    assertThat(mean(file, "1", "stock")).isLessThan(2 * adaptive);
  }

  private double mean(String file, String seed, String scheme) throws IOException {
    Path json = folder.resolve("one.json");
    String set = "scheme=" + scheme;
    assertThat(run(file, "--seed", seed, "--set", set, "--json", json.toString())).isZero();
    return new ObjectMapper().readTree(json.toFile()).get(0).get("mean.ms").asDouble();
  }

  @Test
  void json_hasEachKeyOnce() throws Exception {
    Path json = folder.resolve("one.json");
    assertThat(run(scenario("reads = 20"), "--json", json.toString())).isZero();
    JsonNode runs =
        new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .readTree(json.toFile());
    assertThat(out.toString()).contains("event.hash " + runs.get(0).get("event.hash").asText());
    assertThat(runs.get(0).get("events").isNumber()).isTrue();
  }

  @Test
  void failedReads_areSaidBeforeTheTable_whichHasNoNaN() throws Exception {
    String file = scenario("reads = 20\nfault.failed.nodes = 25\n");
    assertThat(run(file, "--seeds", "2")).isZero();
    assertThat(out.toString())
        .contains("20 OF 20 READS FAILED; mean.ms to max.ms are without them (seed 2)")
        .containsPattern("p95.ms +none +none +none")
        .doesNotContain("NaN");
  }

  @Test
  void moreThanAllNodesCanRead_isWarnedOf() throws Exception {
    String file = scenario("reads = 20");
    assertThat(run(file)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(run(file, "--set", "rate=100")).isZero();
    assertThat(err.toString())
        .startsWith("evenkeel: warning: one.scenario asks for 4.00 times what its nodes can read:");
  }

  @Test
  void output_isTriedFirst() throws Exception {
    Path json = folder.resolve("none").resolve("one.json");
    assertThat(run(scenario("reads = 20"), "--json", json.toString())).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("--json: cannot write to '" + json + "': there is no folder");
  }

  @Test
  void missingScenario_isNamed() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("which SCENARIO?");
    assertThat(run("none.scenario", "--seeds", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--seeds takes 1 or more, got 0");
    assertThat(run("none.scenario")).isEqualTo(1);
    assertThat(err.toString()).contains("cannot read none.scenario: there is no such file");
  }

  @Test
  void runsTheScenariosOfTheDocuments() throws Exception {
    for (String name : new String[] {"striped-demo", "demo", "hu-rs"}) {
      Path json = folder.resolve(name + ".json");
      String file = SCENARIOS.resolve(name + ".scenario").toString();
      assertThat(
              run(file, "--set", "reads=50", "--seeds", "2", "--check", "--json", json.toString()))
          .as(err.toString())
          .isZero();
      assertThat(out.toString()).contains(name + ".scenario, seeds 1 to 2", "p95.ms");
      JsonNode runs = new ObjectMapper().readTree(json.toFile());
      assertThat(runs).hasSize(2);
      assertThat(runs.get(0).get("reads").asInt()).isEqualTo(50);
      assertThat(runs.get(0).get("reads.failed").asInt()).isZero();
    }
  }

  /** The table of keys is that of the program. */
  @Test
  void showsItsKeys_asTheDocumentHasThem() throws Exception {
    assertThat(run("--keys")).isZero();
    assertThat(Files.readString(Path.of("..", "docs", "SIMULATOR.md"))).contains(out.toString());
  }

  @Test
  void wrongKey_isMisuse_andNamesTheNearest() {
    String file = SCENARIOS.resolve("demo.scenario").toString();
    assertThat(run(file, "--set", "node.rat=1 MB/s")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'node.rate'?");
  }
}
