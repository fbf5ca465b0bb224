package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.policy.cache.CachePolicies;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that only compute. */
class ModelCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int run(String... arguments) {
    CommandLine commandLine = EvenkeelCommand.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  @Test
  void analyze_showsTheFigureAndWritesIt() throws Exception {
    Path json = folder.resolve("analysis.json");
    assertThat(run("analyze", "--pr", "0.001", "--a", "2", "--c", "2", "--json", json.toString()))
        .isZero();
    assertThat(out.toString()).contains("4.32E-02", "3.33E-04").doesNotContain("best case");
    JsonNode rows = new ObjectMapper().readTree(json.toFile());
    assertThat(rows).hasSize(6);
    JsonNode ten = rows.get(4);
    assertThat(ten.get("k").asInt()).isEqualTo(10);
    assertThat(ten.get("formula").get("parityOnlyCaching").asDouble())
        .isEqualTo(ten.get("enumeration").get("parityOnlyCaching").asDouble(), offset());
  }

  private static org.assertj.core.data.Offset<Double> offset() {
    return org.assertj.core.data.Offset.offset(1e-15);
  }

  @Test
  void analyze_withoutEnumeration_whereThatTakesTooLong() {
    assertThat(run("analyze", "--k", "40", "--c", "4", "--a", "2", "--pr", "0.001")).isZero();
    assertThat(out.toString()).contains("        -        -        -", "best case");
  }

  @Test
  void analyze_refusesWhatIsNoStripe() {
    assertThat(run("analyze", "--k", "5", "--a", "2")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--a must divide --k and --c, got --a 2 with --k 5 and --c 1");
    assertThat(run("analyze", "--k", "0")).isEqualTo(2);
    assertThat(run("analyze", "--k=2", "--c=0,3")).isEqualTo(2);
    assertThat(run("analyze", "--ps", "0.1,1.5")).isEqualTo(2);
    assertThat(run("analyze", "--pr", "often")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--k takes 1 or more, got 0")
        .contains("--c takes at most what --k is, got --c 3 with --k 2")
        .contains("--ps takes 0 to 1, got 1.5")
        .contains("--pr: ", "'often'");
  }

  @Test
  void json_onStdout_isAlone() throws Exception {
    for (String[] how : new String[][] {{"--json"}, {"--json", "-"}, {"--json=-"}}) {
      out.getBuffer().setLength(0);
      String[] arguments =
          Stream.concat(Stream.of("analyze"), Stream.of(how)).toArray(String[]::new);
      assertThat(run(arguments)).isZero();
      ObjectMapper whole =
          new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
      assertThat(whole.readTree(out.toString())).hasSize(6);
    }
    assertThat(run("analyze", "--json", folder.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("--json: cannot write to '" + folder + "'");
  }

  @Test
  void repro_showsTheTableAndWritesIt() throws Exception {
    Path json = folder.resolve("experiment11.json");
    assertThat(
            run(
                "repro",
                "pocache",
                "--experiment",
                "11",
                "--seeds",
                "2",
                "--json",
                json.toString()))
        .isZero();
    assertThat(out.toString()).contains("csac+lfu", "10.8", "evenkeel default / optimum");
    JsonNode root = new ObjectMapper().readTree(json.toFile());
    assertThat(root.get("seeds").asInt()).isEqualTo(2);
    Set<Object> policies = new HashSet<>();
    root.get("cells").forEach(cell -> policies.add(cell.get("policy").asText()));
    CachePolicies.evictions()
        .forEach(eviction -> assertThat(policies).contains(eviction, "csac+" + eviction));
    assertThat(policies).contains("evenkeel default, always", "evenkeel default", "optimum");
    assertThat(root.get("cells")).hasSize(policies.size() * 7);
  }

  @Test
  void repro_saysWhatItTakes() {
    assertThat(run("repro", "pocache", "--experiment", "99")).isEqualTo(2);
    assertThat(err.toString()).contains("--experiment takes ", " or ", ", got 99; repro list says");
    assertThat(run("repro", "pocache", "--experiment", "11", "--datanodes", "3")).isEqualTo(2);
    assertThat(err.toString()).contains("--datanodes takes 4 to 10000, got 3");
    String[][] wrong = {
      {"--k", "1", "2 to 254"},
      {"--k", "14", "--datanodes takes 14 to 10000, got 13"},
      {"--files", "0", "1 to 1000000"},
      {"--reads", "0", "1 to 100000000"},
      {"--zipf", "-1", "--zipf takes 0 to 10, got -1.0"},
      {"--zipf", "NaN", "--zipf takes 0 to 10, got NaN"},
      {"--blocks", "10,-1", "--blocks takes 0 to 1000000, got -1"},
      {"--seed", "-1", "--seed takes 0 to 1000000000, got -1"},
      {"--straggler-at", "2000", "--straggler-at takes 0 to 1999, got 2000"}
    };
    for (String[] each : wrong) {
      assertThat(run("repro", "pocache", "--experiment", "11", each[0], each[1])).isEqualTo(2);
      assertThat(err.toString()).contains(each[2]);
    }
  }

  /** Every read is of one file whose blocks are everywhere: parity for it is parity for all. */
  @Test
  void repro_runsWhatItIsTold_andSaysSo() throws Exception {
    Path json = folder.resolve("other.json");
    String[] setting = {
      "repro", "pocache", "--experiment", "11", "--seeds", "1", "--seed", "7", "--k", "6",
      "--datanodes", "6", "--files", "1", "--reads", "50", "--zipf", "0", "--blocks", "2,0,2",
      "--json", json.toString()
    };
    assertThat(run(setting)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("of seeds 7 to 7", "1 files of 6 blocks, 6 DataNodes, 50 reads, Zipf 0.0")
        .contains("The paper's figures are of other files")
        .doesNotContain("  the paper", "10.8");
    JsonNode root = new ObjectMapper().readTree(json.toFile());
    assertThat(root.get("k").asInt()).isEqualTo(6);
    assertThat(root.get("firstSeed").asInt()).isEqualTo(7);
    assertThat(root.get("zipf").asDouble()).isZero();
    for (JsonNode cell : root.get("cells")) {
      boolean isEmpty = cell.get("cacheBlocks").asInt() == 0;
      assertThat(cell.get("stragglerHitPercent").asDouble())
          .as(cell.toString())
          .isEqualTo(isEmpty ? 100 : 0);
      assertThat(cell.has("paperStates")).isFalse();
    }
  }

  @Test
  void repro_seedsAreThoseAsked() {
    String[] first = {"repro", "pocache", "--experiment", "11", "--seeds", "1", "--blocks", "20"};
    assertThat(run(first)).isZero();
    String[] second = Arrays.copyOf(first, first.length + 2);
    second[first.length] = "--seed";
    second[first.length + 1] = "1";
    String ofSeedZero = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run(second)).isZero();
    assertThat(lastLines(out.toString())).isNotEqualTo(lastLines(ofSeedZero));
    out.getBuffer().setLength(0);
    assertThat(run(first)).isZero();
    assertThat(out.toString()).isEqualTo(ofSeedZero);
  }

  private static List<String> lastLines(String table) {
    return table.lines().skip(2).toList();
  }
}
