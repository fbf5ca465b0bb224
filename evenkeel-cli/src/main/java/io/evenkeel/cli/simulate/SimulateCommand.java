package io.evenkeel.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.LongCommand;
import io.evenkeel.command.OutputFile;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.command.WrappedText;
import io.evenkeel.sim.Simulation;
import io.evenkeel.sim.scenario.Key;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "What Evenkeel would do to a cluster, in virtual time.",
    description = {
      "What Evenkeel would do to a cluster: reads of a scenario in virtual time, by the classes"
          + " that run in production. docs/SIMULATOR.md has the keys of a scenario and some to start"
          + " with.",
      "With several seeds each figure is the median of the runs, with the least and the most."
    })
public final class SimulateCommand implements Callable<Integer>, LongCommand {
  private static final String INDENT = "    ";
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..1",
      description = "A file of lines 'key = value'.")
  private Path file;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "The first seed. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--seeds",
      defaultValue = "1",
      description = "How many runs, each with the next seed. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Another value of a key than the scenario's; may be repeated.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--beside",
      paramLabel = "KEY=VALUE",
      description =
          "Also run the same seeds with another value of a key, as scheme=stock, and show both and"
              + " the ratio; may be repeated.")
  private Map<String, String> beside = new LinkedHashMap<>();

  @Option(
      names = "--check",
      description = "Look after every event whether all that must hold does; several times slower.")
  private boolean checks;

  @Option(names = "--keys", description = "Show all keys, their defaults and meanings.")
  private boolean keys;

  @Option(names = "--markdown", description = "With --keys: as the table of docs/SIMULATOR.md.")
  private boolean markdown;

  @Mixin private JsonOption json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the result to FILE as a page, complete in itself, with all figures.")
  private Path html;

  @Override
  public Integer call() throws IOException {
    if (keys) {
      json.results().write(markdown ? Scenario.document() : keysText(), SimulateCommand::keysJson);
      return 0;
    }
    if (file == null || seeds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          file == null ? "which SCENARIO?" : "--seeds takes 1 or more, got " + seeds);
    }
    requireOwnFiles();
    Results results = json.results();
    Optional<OutputFile> htmlFile = OutputFile.of("--html", html);
    SimulateResult result = run(Scenario.read(file, "--set", set));
    results.write(new SimulateText(result).text(), result::json);
    if (htmlFile.isPresent()) {
      htmlFile.get().write(new SimulatePage(result).page().html());
    }
    return 0;
  }

  private static String keysText() {
    StringBuilder text = new StringBuilder();
    for (Key<?> key : Keys.all()) {
      String usual = key.usual().isEmpty() ? "" : " = " + key.usual();
      text.append(key.name()).append(usual).append(System.lineSeparator());
      for (String line : WrappedText.lines(INDENT, INDENT, key.doc(), WrappedText.COLUMNS)) {
        text.append(line).append(System.lineSeparator());
      }
    }
    return text.toString();
  }

  private static String keysJson() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (Key<?> key : Keys.all()) {
      all.addObject().put("key", key.name()).put("default", key.usual()).put("meaning", key.doc());
    }
    return all.toPrettyString();
  }

  private void requireOwnFiles() {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("the scenario", file);
    files.put(JsonOption.NAME, json.file().orElse(null));
    files.put("--html", html);
    OutputFile.requireOwn(spec.commandLine(), files);
  }

  private SimulateResult run(Scenario scenario) {
    if (beside.isEmpty()) {
      try (ProgressLine progress = ProgressLine.onStderr()) {
        return new SimulateResult(runs(scenario, "", progress), Optional.empty());
      }
    }
    Scenario other = scenario.with("--beside", beside);
    if (SimulateResult.differing(scenario, other).isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--beside takes values other than this run's, got what it has: " + beside);
    }
    try (ProgressLine progress = ProgressLine.onStderr()) {
      // What is wrong with it is found before anything runs.
      requireRunnable(other);
      SimulatedRuns runs = runs(scenario, "", progress);
      return new SimulateResult(runs, Optional.of(runs(other, "beside: ", progress)));
    }
  }

  private void requireRunnable(Scenario scenario) {
    new Simulation(scenario, seed, checks);
  }

  private SimulatedRuns runs(Scenario scenario, String which, ProgressLine progress) {
    return SimulatedRuns.run(
        scenario,
        new SimulatedRuns.Plan(seed, seeds, checks),
        first -> warn(which, scenario, first, progress),
        run -> progress.say("%srun %d of %d".formatted(which, run, seeds)));
  }

  private void warn(String which, Scenario scenario, Simulation first, ProgressLine progress) {
    boolean isAlways = first.offeredLoad() > 1;
    double load = isAlways ? first.offeredLoad() : first.peakLoad();
    if (load <= 1) {
      return;
    }
    progress.say("");
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        Locale.ROOT,
        "evenkeel: warning: %s%s asks %sfor %.2f times what its nodes can read: %s. Lower rate or"
            + " what a read has, or raise nodes or node.rate%n",
        which,
        scenario.name(),
        isAlways ? "" : "at its peak ",
        load,
        isAlways
            ? "the later a read comes, the longer it waits, and this run takes long"
            : "reads wait until that is over");
    err.flush();
  }
}
