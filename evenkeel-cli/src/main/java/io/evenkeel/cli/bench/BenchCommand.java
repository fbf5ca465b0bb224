package io.evenkeel.cli.bench;

import io.evenkeel.bench.CodingBench;
import io.evenkeel.cli.bench.direct.DirectCommand;
import io.evenkeel.cli.bench.hedged.HedgedCommand;
import io.evenkeel.cli.bench.jobs.JobsCommand;
import io.evenkeel.cli.bench.reads.ReadsCommand;
import io.evenkeel.cli.bench.reads.StoppedCommand;
import io.evenkeel.cli.bench.striped.StripedCommand;
import io.evenkeel.cli.bench.tail.SmallCommand;
import io.evenkeel.cli.bench.tail.TasksCommand;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.LongCommand;
import io.evenkeel.command.Machine;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench}: the figures of the documents that are not the demo's. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WHAT",
    subcommands = {
      ReadsCommand.class,
      SmallCommand.class,
      TasksCommand.class,
      StripedCommand.class,
      DirectCommand.class,
      HedgedCommand.class,
      StoppedCommand.class,
      JobsCommand.class
    },
    description =
        "Measures on a real local cluster, \"manager\" in this process and \"coding\" in JVMs of its"
            + " own; everything compared within one run.")
public final class BenchCommand implements Runnable, LongCommand {
  private static final String RUNS = "--runs";
  private static final String MINUTES = "--minutes";
  private static final int RUNS_MAX = 1000;
  private static final int MANAGER_FILES = 1_000_000;

  @Spec private CommandSpec spec;

  /** A benchmark that says what goes on. */
  @FunctionalInterface
  private interface Bench {
    BenchResult run(Consumer<String> progress) throws Exception;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "measure WHAT? " + String.join(", ", spec.subcommands().keySet()));
  }

  @Command(
      name = "large",
      mixinStandardHelpOptions = true,
      description = "1 GiB in blocks of 128 MiB, where a stripe does not fit the memory.")
  void large(
      @Mixin JsonOption json,
      @Option(
              names = RUNS,
              paramLabel = "N",
              defaultValue = "3",
              description = "Reads of each kind. Default: ${DEFAULT-VALUE}.")
          int runs)
      throws Exception {
    measure(json, RUNS, runs, progress -> new LargeFileBench(runs, progress).run());
  }

  @Command(
      name = "write",
      mixinStandardHelpOptions = true,
      header = "What encoding costs a writer: time and CPU, with confidence intervals.",
      description = "Takes 6 GiB of disk.")
  void write(
      @Mixin JsonOption json,
      @Option(
              names = RUNS,
              paramLabel = "N",
              defaultValue = "40",
              description = "Rounds. Default: ${DEFAULT-VALUE}.")
          int runs)
      throws Exception {
    measure(json, RUNS, runs, progress -> new WriteBench(runs, progress).run());
  }

  @Command(
      name = "straggler",
      mixinStandardHelpOptions = true,
      header = "When a straggler is named, what is prefetched then, and how it is read.",
      description =
          "Eleven DataNodes, of which one becomes slow under load: when is it named, what is"
              + " prefetched, how fast are the protected files read.")
  void straggler(
      @Mixin JsonOption json,
      @Option(
              names = RUNS,
              paramLabel = "N",
              defaultValue = "5",
              description = "Reads of each protected file. Default: ${DEFAULT-VALUE}.")
          int runs)
      throws Exception {
    measure(json, RUNS, runs, progress -> new StragglerBench(runs, progress).run());
  }

  @Command(
      name = "manager",
      mixinStandardHelpOptions = true,
      description = "What a million files cost the manager: heap and time. No cluster.")
  void manager(@Mixin JsonOption json) throws Exception {
    measure(json, RUNS, 1, new ManagerBench(MANAGER_FILES)::run);
  }

  @Command(
      name = "restart",
      mixinStandardHelpOptions = true,
      header = "When a manager that was killed has taken all over again.",
      description = "A manager with 100,000 published stripes is killed: when is all taken over.")
  void restart(
      @Mixin JsonOption json,
      @Option(
              names = RUNS,
              paramLabel = "N",
              defaultValue = "3",
              description = "How often it is killed. Default: ${DEFAULT-VALUE}.")
          int runs)
      throws Exception {
    measure(json, RUNS, runs, progress -> new RestartBench(runs, progress).run());
  }

  @Command(
      name = "healthy",
      mixinStandardHelpOptions = true,
      description = "Uneven load without a straggler: is anybody accused.")
  void healthy(
      @Mixin JsonOption json,
      @Option(
              names = MINUTES,
              paramLabel = "N",
              defaultValue = "10",
              description = "How long. Default: ${DEFAULT-VALUE}.")
          int minutes)
      throws Exception {
    measure(json, MINUTES, minutes, progress -> new HealthyBench(minutes, progress).run());
  }

  @Command(
      name = "coding",
      mixinStandardHelpOptions = true,
      header = "Encoding and decoding beside memory copy and Hadoop's coder.",
      description = "In JVMs of their own, without a cluster.")
  void coding(
      @Mixin JsonOption json,
      @Option(
              names = RUNS,
              paramLabel = "N",
              defaultValue = "5",
              description = "JVMs, one after the other. Default: ${DEFAULT-VALUE}.")
          int runs)
      throws Exception {
    measure(json, RUNS, runs, progress -> codingResult(new CodingBench(runs, progress).run()));
  }

  private static BenchResult codingResult(CodingBench.Ratios result) {
    var figures = BenchResult.tree();
    var codes = figures.putObject("codes");
    result
        .byCode()
        .forEach(
            (code, ratios) -> {
              var each = codes.putObject(code);
              ratios.forEach((title, values) -> values.forEach(each.putArray(title)::add));
            });
    return new BenchResult(result.text(), figures);
  }

  private static void measure(JsonOption json, String option, int count, Bench bench)
      throws Exception {
    Bounds.require(json.command().getCommandSpec(), option, count, 1, RUNS_MAX);
    Results results = json.results();
    BenchResult result;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      result = bench.run(progress::say);
    }
    String command = CommandText.of(json.command());
    String text = command + '\n' + Machine.here().text() + "\n\n" + result.text();
    results.write(text, () -> result.json(command));
  }
}
