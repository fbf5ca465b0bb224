package io.evenkeel.cli.bench.small;

import io.evenkeel.cli.ProgressLine;
import io.evenkeel.cli.bench.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench small}. */
@Command(
    name = "small",
    mixinStandardHelpOptions = true,
    description = {
      "Small positional reads at a fixed rate while one of six DataNodes delays every read, or is",
      "stopped: one replica with cached parity, three replicas with neither manager nor cache; the",
      "stock client first, then Evenkeel. hbase-: 4 to 64 KiB, 32 threads, checksums off."
    })
public final class SmallCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description =
          "Only rows whose whole name matches this regular expression: parity-delayed,"
              + " hbase-replicas-stopped and so on.")
  private String rows;

  @Option(
      names = "--reads",
      paramLabel = "N",
      defaultValue = "20000",
      description =
          "Reads a phase. Default: ${DEFAULT-VALUE}. Past a stopped node the stock client gets 20 s"
              + " of them.")
  private int reads;

  @Option(
      names = "--per-second",
      paramLabel = "N",
      defaultValue = "200",
      description = "Reads a second. Default: ${DEFAULT-VALUE}.")
  private int perSecond;

  @Option(names = "--json", paramLabel = "OUT", description = "Write all latencies to OUT.")
  private Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<SmallRow> chosen = chosen();
    if (reads < 100 || reads > 10_000_000 || perSecond < 1 || perSecond > 100_000) {
      throw new ParameterException(
          spec.commandLine(),
          "--reads takes 100 to 10000000 and --per-second 1 to 100000, got "
              + reads
              + " and "
              + perSecond);
    }
    if (json != null) {
      // Better now than after minutes of work.
      Files.writeString(json, "");
    }
    ProgressLine progress = new ProgressLine(System.err);
    List<SmallResult> results = new SmallBench(chosen, perSecond, reads, progress::say).run();
    SmallReport report =
        new SmallReport(
            "./evenkeel " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
            Machine.here(),
            perSecond,
            reads,
            results);
    progress.say("");
    spec.commandLine().getOut().print(report.table());
    spec.commandLine().getOut().flush();
    if (json != null) {
      Files.writeString(json, report.json());
    }
    return 0;
  }

  private List<SmallRow> chosen() {
    Pattern wanted;
    try {
      wanted = Pattern.compile(rows);
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          spec.commandLine(), "--rows takes a regular expression: " + e.getMessage(), e);
    }
    List<SmallRow> chosen =
        SmallRow.all().stream().filter(row -> wanted.matcher(row.name()).matches()).toList();
    if (chosen.isEmpty()) {
      List<String> names = SmallRow.all().stream().map(SmallRow::name).toList();
      throw new ParameterException(
          spec.commandLine(), "--rows " + rows + " matches none of " + String.join(", ", names));
    }
    return chosen;
  }
}
