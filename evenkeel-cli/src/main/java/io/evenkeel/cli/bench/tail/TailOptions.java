package io.evenkeel.cli.bench.tail;

import io.evenkeel.cli.ProgressLine;
import io.evenkeel.cli.bench.CommandText;
import io.evenkeel.cli.bench.Machine;
import io.evenkeel.cli.bench.RowPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@code bench small} and {@code bench tasks} have in common. */
final class TailOptions {
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

  private List<TailRow> chosen(List<TailRow> all) {
    return RowPattern.chosen(spec.commandLine(), rows, all, TailRow::name);
  }

  /**
   * Runs those of the rows that are wanted, and prints what came of them.
   *
   * @param count how many operations a phase
   */
  void run(List<TailRow> all, int count) throws IOException, InterruptedException {
    List<TailRow> chosen = chosen(all);
    if (json != null) {
      // Better now than after minutes of work.
      Files.writeString(json, "");
    }
    ProgressLine progress = new ProgressLine(System.err);
    List<TailResult> results = new TailBench(chosen, count, progress::say).run();
    TailReport report =
        new TailReport(CommandText.of(spec.root().commandLine()), Machine.here(), count, results);
    progress.say("");
    spec.commandLine().getOut().print(report.table());
    spec.commandLine().getOut().flush();
    if (json != null) {
      Files.writeString(json, report.json());
    }
  }
}
