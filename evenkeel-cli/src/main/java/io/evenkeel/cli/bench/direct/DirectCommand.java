package io.evenkeel.cli.bench.direct;

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

/** {@code evenkeel bench direct}. */
@Command(
    name = "direct",
    mixinStandardHelpOptions = true,
    header = "Erasure-coded files, of which some are much more popular than others.",
    description =
        "Reads of erasure-coded files (RS-6-3-1024k on twelve DataNodes) of which some are "
            + "much more popular than others, at random times, so often that the stock client's "
            + "hottest node is busy for most of the time: whole files of 6 MiB from nodes of 8 "
            + "MiB/s, or 64 KiB of some cell from nodes of 2 MiB/s. The stock client; Evenkeel "
            + "without direction (off), which goes around nodes once they are late; and with it "
            + "(directed), by a manager that tells several clients of each other. The same reads "
            + "at the same times for all three.")
public final class DirectCommand implements Callable<Integer> {
  private static final int ZIPF_MAX = 4;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description = "Only rows whose whole name matches this regular expression: whole, small.")
  private String rows;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description = "How long each client reads in each row. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--utilisation",
      paramLabel = "U",
      defaultValue = "0.85",
      description = "Of the stock client's hottest node. Default: ${DEFAULT-VALUE}.")
  private double utilisation;

  @Option(
      names = "--zipf",
      paramLabel = "S",
      defaultValue = "1.15",
      description = "The exponent of popularity; 0 for all alike. Default: ${DEFAULT-VALUE}.")
  private double zipf;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Clients that read by turns and know of each other by the manager alone. Default:"
              + " ${DEFAULT-VALUE}.")
  private int clients;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Of which file is read when. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--seconds", seconds, 5, 86_400);
    Bounds.require(spec, "--clients", clients, 1, 32);
    if (!(utilisation > 0 && utilisation < 1)) {
      throw new ParameterException(
          spec.commandLine(),
          "--utilisation takes more than 0 and less than 1, got " + utilisation);
    }
    if (!(zipf >= 0 && zipf <= ZIPF_MAX)) {
      throw new ParameterException(
          spec.commandLine(), "--zipf takes 0 to " + ZIPF_MAX + ", got " + zipf);
    }
    List<DirectRow> chosen =
        RowPattern.chosen(spec.commandLine(), rows, DirectRow.all(), DirectRow::name);
    Results results = json.results();
    DirectBench.Settings settings =
        new DirectBench.Settings(seconds, utilisation, zipf, clients, seed);
    DirectBench bench;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      bench = new DirectBench(settings, progress::say);
      for (DirectRow row : chosen) {
        bench.run(row);
      }
    }
    String command = CommandText.of(spec.root().commandLine());
    DirectReport report =
        new DirectReport(command, Machine.here(), bench.setting(), bench.results());
    results.write(report.table(), report::json);
    return 0;
  }
}
