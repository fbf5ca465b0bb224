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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
  void figures_areThoseOfTheDocument() throws Exception {
    Path json = folder.resolve("one.json");
    assertThat(run(scenario("reads = 5"), "--json", json.toString())).isZero();
    Set<String> figures = new TreeSet<>();
    new ObjectMapper().readTree(json.toFile()).get(0).fieldNames().forEachRemaining(figures::add);
    figures.removeAll(Set.of("scenario", "keys", "seed", "event.hash"));
    String document = Files.readString(Path.of("..", "docs", "SIMULATOR.md"));
    String table = document.substring(document.indexOf("## The figures"));
    Set<String> documented = new TreeSet<>();
    table
        .substring(0, table.indexOf("## The keys"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", 3)[1])
        .forEach(
            names ->
                Pattern.compile("`([^`]+)`")
                    .matcher(names)
                    .results()
                    .forEach(name -> documented.add(name.group(1))));
    assertThat(documented).isEqualTo(figures);
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
        .startsWith("evenkeel: warning: one.scenario asks for 4.00 times what its nodes can read:")
        .hasLineCount(1);
    assertThat(run(file, "--beside", "rate=100")).isZero();
    assertThat(err.toString())
        .contains("evenkeel: warning: beside: one.scenario asks for 4.00 times what its nodes")
        .hasLineCount(2);
  }

  @Test
  void output_isTriedFirst() throws Exception {
    for (String option : new String[] {"--json", "--html"}) {
      Path file = folder.resolve("none").resolve("one");
      assertThat(run(scenario("reads = 20"), option, file.toString())).isEqualTo(1);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString())
          .contains(option + ": cannot write to '" + file + "': there is no folder");
    }
  }

  /** What the stock client takes eight times as long for, by the documented seed. */
  @Test
  void beside_isTheSameSeedWithOtherValues() throws Exception {
    String file = SCENARIOS.resolve("striped-demo.scenario").toString();
    Path json = folder.resolve("one.json");
    String[] both = {"--seed", "2", "--set", "reads=40", "--beside", "scheme=stock"};
    assertThat(run(withFile(file, both, "--json", json.toString()))).isZero();
    assertThat(out.toString())
        .contains("this run: scheme=adaptive, event.hash ", "beside: scheme=stock, event.hash ")
        .containsPattern("\\n +this run +beside +ratio\\R")
        .containsPattern("p50.ms +10[0-9.]+ +80[0-9.]+ +0.12[0-9]+\\R");
    JsonNode runs = new ObjectMapper().readTree(json.toFile());
    assertThat(runs).hasSize(2);
    assertThat(runs.get(0).get("beside").asBoolean()).isFalse();
    assertThat(runs.get(1).get("beside").asBoolean()).isTrue();
    assertThat(runs.get(1).get("mean.ms").asDouble())
        .isGreaterThan(4 * runs.get(0).get("mean.ms").asDouble());
    assertThat(run(file, "--seed", "2", "--set", "reads=40", "--set", "scheme=stock")).isZero();
    assertThat(out.toString().split(runs.get(1).get("event.hash").asText(), -1)).hasSize(3);
  }

  private static String[] withFile(String file, String[] arguments, String... more) {
    return Stream.of(Stream.of(file), Stream.of(arguments), Stream.of(more))
        .flatMap(part -> part)
        .toArray(String[]::new);
  }

  @Test
  void besideTheSame_isMisuse() throws Exception {
    String file = scenario("reads = 20");
    assertThat(run(file, "--beside", "scheme=adaptive")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--beside takes values other than this run's, got what it has: {scheme=adaptive}");
    assertThat(run(file, "--beside", "schem=stock")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--beside: there is no key 'schem'; did you mean 'scheme'?");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void html_isOnePageThatLoadsNothing_andTheSameEachTime() throws Exception {
    String file = scenario("reads = 30\nstraggler.nodes = 1\n");
    String[] pages = new String[2];
    for (int i = 0; i < pages.length; i++) {
      Path html = folder.resolve(i + ".html");
      String[] both = {"--seeds", "2", "--beside", "scheme=stock"};
      assertThat(run(withFile(file, both, "--html", html.toString()))).isZero();
      pages[i] = Files.readString(html);
      DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(html.toFile());
    }
    assertThat(pages[0])
        .isEqualTo(pages[1])
        .contains("one.scenario, seeds 1 to 2", "The slowest reads", "beside: scheme=stock")
        .doesNotContain("http", "<script", "src=", "@import");
  }

  @Test
  void fileThatIsAlreadyNamed_isNotWrittenTo() throws Exception {
    String file = scenario("reads = 20");
    String before = Files.readString(Path.of(file));
    assertThat(run(file, "--json", file)).isEqualTo(2);
    assertThat(err.toString()).contains("--json takes a file of its own", "that of the scenario");
    String out = folder.resolve("out").toString();
    assertThat(run(file, "--json", out, "--html", out)).isEqualTo(2);
    assertThat(err.toString()).contains("--html takes a file of its own", "that of --json");
    assertThat(Path.of(file)).hasContent(before);
    assertThat(Path.of(out)).doesNotExist();
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

  static List<Path> documented() throws IOException {
    try (Stream<Path> files = Files.list(SCENARIOS)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("documented")
  void runsTheScenariosOfTheDocuments(Path scenario) throws Exception {
    Path json = folder.resolve("runs.json");
    String name = scenario.getFileName().toString();
    List<String> arguments =
        new ArrayList<>(
            List.of(scenario.toString(), "--set", "reads=50", "--set", "reads.warmup=10"));
    arguments.addAll(List.of("--check", "--seeds", "2", "--json", json.toString()));
    assertThat(run(arguments.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(out.toString()).contains(name + ", seeds 1 to 2", "p95.ms");
    JsonNode runs = new ObjectMapper().readTree(json.toFile());
    assertThat(runs).hasSize(2);
    assertThat(runs.get(0).get("reads").asInt()).isEqualTo(50);
    assertThat(runs.get(0).get("reads.failed").asInt()).isZero();
    assertThat(Files.readString(Path.of("..", "docs", "SIMULATOR.md")))
        .as("it is said what it is")
        .contains("scenarios/" + name);
  }

  /** The table of keys is that of the program. */
  @Test
  void showsItsKeys_asTheDocumentHasThem() throws Exception {
    assertThat(run("--keys", "--markdown")).isZero();
    assertThat(Files.readString(Path.of("..", "docs", "SIMULATOR.md"))).contains(out.toString());
    out.getBuffer().setLength(0);
    assertThat(run("--keys")).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void wrongKey_isMisuse_andNamesTheNearest() {
    String file = SCENARIOS.resolve("demo.scenario").toString();
    assertThat(run(file, "--set", "node.rat=1 MB/s")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'node.rate'?");
  }
}
