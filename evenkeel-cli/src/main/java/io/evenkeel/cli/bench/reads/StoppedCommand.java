package io.evenkeel.cli.bench.reads;

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
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench stopped}. */
@Command(
    name = "stopped",
    mixinStandardHelpOptions = true,
    header = "Whole files while a DataNode that holds a block is stopped.",
    description =
        "Whole-file reads while a DataNode that holds a block is stopped: whichever "
            + "block's, with buffers of 1 byte to 1 MiB, in this process and in new ones; the "
            + "first read by itself. And close() in mid-read, with a connection to that DataNode "
            + "open.")
public final class StoppedCommand implements Callable<Integer> {
  private static final String CLOSE = "close";

  private static final int RUNS_MAX = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description =
          "Only rows whose whole name matches this regular expression: block1-64k, new-block4-1m,"
              + " close and so on.")
  private String rows;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "7",
      description = "Reads after the first one. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--runs", runs, 1, RUNS_MAX);
    List<StoppedRow> chosen = chosen();
    boolean closes = pattern().matcher(CLOSE).matches();
    if (chosen.isEmpty() && !closes) {
      throw new ParameterException(
          spec.commandLine(),
          "--rows " + rows + " matches none of block1-64k, new-block4-1m, close and their like");
    }
    Results results = json.results();
    StoppedBench bench;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      bench = new StoppedBench(chosen, runs, progress::say);
      bench.run(closes);
    }
    StoppedReport report =
        new StoppedReport(
            CommandText.of(spec.commandLine()), Machine.here(), bench.results(), bench.closes());
    results.write(report.table(), report::json);
    return report.allRight() ? 0 : 1;
  }

  List<StoppedRow> chosen() {
    Pattern wanted = pattern();
    return StoppedRow.all(StoppedBench.BLOCKS).stream()
        .filter(row -> wanted.matcher(row.name()).matches())
        .toList();
  }

  private Pattern pattern() {
    return RowPattern.of(spec.commandLine(), rows);
  }
}
