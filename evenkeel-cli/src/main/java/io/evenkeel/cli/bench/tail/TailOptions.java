package io.evenkeel.cli.bench.tail;

import io.evenkeel.cli.OutputFile;
import io.evenkeel.cli.ProgressLine;
import io.evenkeel.cli.bench.CommandText;
import io.evenkeel.cli.bench.Machine;
import io.evenkeel.cli.bench.RowPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  @Option(names = "--json", paramLabel = "OUT", description = "Write all latencies to OUT.")
  private Path json;

  @Option(
      names = "--seek-ms",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "Every DataNode waits so long before each read, as for a disk that seeks. Default:",
        "${DEFAULT-VALUE}: what is read is in memory."
      })
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
    if (seekMillis < 0 || seekMillis > SEEK_MILLIS_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--seek-ms takes 0 to " + SEEK_MILLIS_MAX + ", got " + seekMillis);
    }
    List<TailRow> chosen = chosen(all);
    Optional<OutputFile> output = OutputFile.of("--json", json);
    ProgressLine progress = new ProgressLine(System.err);
    List<TailResult> results =
        new TailBench(chosen, count, Duration.ofMillis(seekMillis), progress::say).run();
    TailReport report =
        new TailReport(CommandText.of(spec.root().commandLine()), Machine.here(), count, results);
    progress.say("");
    spec.commandLine().getOut().print(report.table());
    spec.commandLine().getOut().flush();
    if (output.isPresent()) {
      output.get().write(report.json());
    }
  }
}
