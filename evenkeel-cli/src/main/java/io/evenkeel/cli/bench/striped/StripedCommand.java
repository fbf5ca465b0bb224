package io.evenkeel.cli.bench.striped;

import io.evenkeel.cli.bench.RowPattern;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.Machine;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench striped}. */
@Command(
    name = "striped",
    mixinStandardHelpOptions = true,
    header = "Whole erasure-coded files past slow and stopped DataNodes.",
    description =
        "Whole erasure-coded files by the stock client and by Evenkeel, neither manager nor "
            + "Redis: healthy, one DataNode 8 times slower, one to m of them stopped; DataNodes "
            + "at 32 MiB/s, and without a limit. cached-: with manager and Redis, codes with one "
            + "parity block, which is cached; also with the node of the stored parity slow beside "
            + "the other.")
public final class StripedCommand implements Callable<Integer> {
  private static final int RUNS_MAX = 10_000;
  private static final int PROCESSES_MAX = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description =
          "Only rows whose whole name matches this regular expression: rs-3-2-32m,"
              + " rs-6-3-unlimited and so on.")
  private String rows;

  @Option(
      names = "--stopped",
      paramLabel = "N",
      split = ",",
      description = "How many DataNodes to stop, as 1,3. Default: 1, 2 and so on up to m.")
  private List<Integer> stopped = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Reads of a client in a phase; a p99 takes 100. Default: ${DEFAULT-VALUE}. Of a stock"
              + " client past a slow node 5 at most.")
  private int runs;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "New processes of a client in a phase, each of which reads the file once: healthy, one"
              + " DataNode slow, one stopped. Default: none.")
  private int processes;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--runs", runs, 1, RUNS_MAX);
    Bounds.require(spec, "--processes", processes, 0, PROCESSES_MAX);
    List<StripedRow> chosen = chosen();
    requireStoppable(chosen);
    Results results = json.results();
    StripedBench bench;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      bench = new StripedBench(runs, stopped, processes, progress::say);
      for (StripedRow row : chosen) {
        bench.run(row);
      }
    }
    StripedReport report =
        new StripedReport(CommandText.of(spec.commandLine()), Machine.here(), bench.results());
    results.write(report.table(), report::json);
    return 0;
  }

  /** Where a count is of no row, nothing would be measured. */
  private void requireStoppable(List<StripedRow> chosen) {
    int most = chosen.stream().mapToInt(StripedRow::parityUnits).max().orElseThrow();
    for (int count : stopped) {
      if (count < 1 || count > most) {
        throw new ParameterException(
            spec.commandLine(),
            "--stopped takes 1 to %d, the parity units of the chosen rows, got %d"
                .formatted(most, count));
      }
    }
  }

  private List<StripedRow> chosen() {
    return RowPattern.chosen(spec.commandLine(), rows, StripedRow.all(), StripedRow::name);
  }
}
