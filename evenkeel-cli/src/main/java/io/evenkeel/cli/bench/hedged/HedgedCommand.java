package io.evenkeel.cli.bench.hedged;

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
import picocli.CommandLine.Spec;

/** {@code evenkeel bench hedged}. */
@Command(
    name = "hedged",
    mixinStandardHelpOptions = true,
    header = "Beside HDFS's own hedged reads, on three replicas.",
    description =
        "Three replicas while one of six DataNodes is 8 times slower, or stopped: the stock "
            + "client, HDFS's own hedged reads at thresholds of 1, 10, 50 and 500 ms, and "
            + "Evenkeel with neither manager nor cache; whole files and 64 KiB; each client in a "
            + "process of its own.")
public final class HedgedCommand implements Callable<Integer> {
  private static final int RUNS_MAX = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description =
          "Only rows whose whole name matches this regular expression: whole-slowed, whole-stopped,"
              + " small-slowed, small-stopped.")
  private String rows;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Whole-file reads of a client in a phase, and thirty times as many small ones. Default:"
              + " ${DEFAULT-VALUE}, which a p99 takes.")
  private int runs;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--runs", runs, 1, RUNS_MAX);
    List<HedgedRow> chosen =
        RowPattern.chosen(spec.commandLine(), rows, HedgedRow.all(), HedgedRow::name);
    Results results = json.results();
    List<HedgedReads> reads;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      reads = new HedgedBench(chosen, runs, progress::say).run();
    }
    HedgedReport report =
        new HedgedReport(CommandText.of(spec.commandLine()), Machine.here(), reads);
    results.write(report.table(), report::json);
    return 0;
  }
}
