package io.evenkeel.cli.bench.tail;

import io.evenkeel.cli.bench.RowPattern;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.Machine;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@code bench small} and {@code bench tasks} have in common. */
final class TailOptions {
  private static final int SEEK_MILLIS_MAX = 1000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description = "Only rows whose whole name matches this regular expression.")
  private String rows;

  @Mixin private JsonOption json;

  @Option(
      names = "--seek-ms",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Every DataNode waits so long before each read, as for a disk that seeks. Default:"
              + " ${DEFAULT-VALUE}: what is read is in memory.")
  private int seekMillis;

  private List<TailRow> chosen(List<TailRow> all) {
    return RowPattern.chosen(spec.commandLine(), rows, all, TailRow::name);
  }

  /**
   * Runs those of the rows that are wanted, and prints what came of them.
   *
   * @param count how many operations a phase
   */
  void run(List<TailRow> all, int count) throws IOException, InterruptedException {
    Bounds.require(spec, "--seek-ms", seekMillis, 0, SEEK_MILLIS_MAX);
    List<TailRow> chosen = chosen(all);
    Results output = json.results();
    List<TailResult> results;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      results = new TailBench(chosen, count, Duration.ofMillis(seekMillis), progress::say).run();
    }
    TailReport report =
        new TailReport(CommandText.of(spec.root().commandLine()), Machine.here(), count, results);
    output.write(report.table(), report::json);
  }
}
