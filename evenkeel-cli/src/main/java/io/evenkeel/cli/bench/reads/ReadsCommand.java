package io.evenkeel.cli.bench.reads;

import io.evenkeel.command.ByteSize;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.Machine;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code evenkeel bench reads}. */
@Command(
    name = "reads",
    mixinStandardHelpOptions = true,
    header = "Healthy reads beside the stock client: time, CPU, bytes, NameNode calls.",
    description =
        "Healthy reads beside the stock client: time, CPU, bytes, NameNode calls, every "
            + "access pattern, on DataNodes with and without a limit. Every byte read is checked. "
            + "docs/BENCHMARKS.md says what each row is.")
public final class ReadsCommand implements Callable<Integer> {
  private static final String BOTH = "both";
  private static final String UNLIMITED = "unlimited";
  private static final long LIMIT_BYTES_PER_SECOND = 64 << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description = "Only rows whose whole name matches this regular expression.")
  private String rows;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      defaultValue = BOTH,
      description =
          "What a DataNode reads in a second: unlimited, a size such as 64m or 4g, or both for"
              + " unlimited and 64m. Default: ${DEFAULT-VALUE}.")
  private String rate;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = BOTH,
      description = "Replicas of the files, or both for 1 and 3. Default: ${DEFAULT-VALUE}.")
  private String replication;

  @Option(
      names = "--pairs-max",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Pairs of a row; fewer if the median is known to .015. Default: ${DEFAULT-VALUE}.")
  private int pairsMax;

  @Option(
      names = "--row-seconds",
      paramLabel = "S",
      defaultValue = "300",
      description = "A row takes no longer. Default: ${DEFAULT-VALUE}.")
  private int rowSeconds;

  @Option(
      names = "--quick",
      description = "Eight pairs a row and three new processes each, for a first look.")
  private boolean quick;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ReadsOptions options = options();
    Results results = json.results();
    ReadsBench bench;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      bench = new ReadsBench(options, progress::say);
      bench.run();
    }
    ReadsReport report =
        new ReadsReport(commandLine(), Machine.here(), bench.rows(), bench.processes());
    results.write(report.table(), report::json);
    return report.allRight() ? 0 : 1;
  }

  private String commandLine() {
    return CommandText.of(spec.commandLine());
  }

  /** Throws ParameterException for what cannot be measured. */
  ReadsOptions options() {
    try {
      ReadsOptions options =
          new ReadsOptions(
              Pattern.compile(rows),
              rates(),
              replications(),
              quick ? ReadsOptions.QUICK_PAIRS : pairsMax,
              rowSeconds,
              quick ? ReadsOptions.QUICK_PROCESS_ROUNDS : ReadsOptions.PROCESS_ROUNDS);
      options.checkAnyRow();
      return options;
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          spec.commandLine(), "--rows takes a regular expression: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Long> rates() {
    return switch (rate) {
      case BOTH -> List.of(0L, LIMIT_BYTES_PER_SECOND);
      case UNLIMITED -> List.of(0L);
      default -> List.of(size());
    };
  }

  private long size() {
    try {
      return new ByteSize().convert(rate);
    } catch (TypeConversionException e) {
      throw new IllegalArgumentException(
          "--rate takes unlimited, both or a size: " + e.getMessage(), e);
    }
  }

  private List<Integer> replications() {
    if (replication.equals(BOTH)) {
      return List.of(1, 3);
    }
    try {
      return List.of(Integer.parseInt(replication));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--replication takes a number or both, got " + replication, e);
    }
  }
}
