package io.evenkeel.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.cli.bench.striped.StripedDemo;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.ByteSize;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.LongCommand;
import io.evenkeel.command.Machine;
import io.evenkeel.command.OutputFile;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "A file on a real local HDFS, read by every scheme past a slow DataNode.",
    description =
        "Starts a real local HDFS, writes a file through Evenkeel and reads it by every scheme,"
            + " healthy and then with one slow DataNode. With --erasure-coded: writes an"
            + " erasure-coded file, with neither manager nor Redis, and reads it by the stock client"
            + " and by Evenkeel, healthy, with one slow DataNode, and with one and three of them"
            + " stopped. Everything it starts is gone at the end.",
    footer = {"", "BYTES are plain, or with a unit as in 512k, 64m, 1g."})
public final class DemoCommand implements Callable<Integer>, LongCommand {
  private static final int DEFAULT_FILE_BYTES = 64 << 20;
  private static final long DEFAULT_SEED = 20_220_101;
  private static final int DEFAULT_K = 4;
  private static final int DEFAULT_DATANODES = 6;

  /** There are 64 DataNodes at most. */
  private static final int K_MAX = 63;

  private static final Set<String> STRIPED_OPTIONS =
      Set.of("--erasure-coded", "--runs", JsonOption.NAME);

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "The file to use. Default: seeded pseudo-random bytes.")
  private Path file;

  @Option(
      names = "--erasure-coded",
      description = "An RS-6-3 file on ten DataNodes. Takes --runs and --json, nothing else.")
  private boolean erasureCoded;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "7",
      description = "Rounds, healthy and again with stragglers. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--stragglers",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How many DataNodes become slow, the first of the file's second block. Default:"
              + " ${DEFAULT-VALUE}.")
  private int stragglers;

  @Option(
      names = "--slow-factor",
      paramLabel = "F",
      defaultValue = "8",
      description = "How many times slower a straggler is. Default: ${DEFAULT-VALUE}.")
  private double slowFactor;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description = "How long a file to make, 1g at most. Default: 64m.")
  private Long sizeBytes;

  @Option(names = "--seed", paramLabel = "N", description = "Of its bytes. Default: 20220101.")
  private Long seed;

  @Option(
      names = "--k",
      paramLabel = "N",
      description = "Data blocks of a stripe: short for --code xor-N-1.")
  private Integer k;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description =
          "Of the parity that is cached: xor-K-1, or rs-K-M for M parity blocks. Default: xor-4-1.")
  private String code;

  @Option(
      names = "--block-size",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "A multiple of 64k. Default: a k-th of the file in whole MiB, so that it is one stripe; or"
              + " less, so that a stream's memory of 64m holds what a wide read does.")
  private Long blockBytes;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      description =
          "DataNodes, a process each; k + 1 at least. Default: 6, or k + 2 if that is more.")
  private Integer dataNodes;

  @Option(
      names = "--rate",
      paramLabel = "BYTES",
      defaultValue = "64m",
      converter = ByteSize.class,
      description =
          "What a healthy DataNode reads in a second; keep it well below what the machine can do."
              + " Default: ${DEFAULT-VALUE}.")
  private long rateBytesPerSecond;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (erasureCoded) {
      return striped();
    }
    DemoSettings settings = settings();
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("FILE", file);
    files.put(JsonOption.NAME, json.file().orElse(null));
    OutputFile.requireOwn(spec.commandLine(), files);
    Results results = json.results();
    DemoReport report;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      report = new Demo(settings, Optional.ofNullable(file), progress::say).run();
    }
    ObjectNode head = BenchResult.tree().put("command", CommandText.of(spec.commandLine()));
    Machine.here().addTo(head.putObject("machine"));
    results.write(report.text(), () -> report.json(head));
    return report.allVerified() ? 0 : 1;
  }

  private DemoSettings settings() throws IOException {
    if (file != null && (sizeBytes != null || seed != null)) {
      throw misused("--size and --seed are of a file that is made, and FILE is given: " + file);
    }
    if (k != null && code != null) {
      throw misused(
          "--k " + k + " is short for --code xor-" + k + "-1, and there is --code " + code);
    }
    CodeSpec spoken = code();
    try {
      return new DemoSettings(
          fileBytes(),
          seed == null ? DEFAULT_SEED : seed,
          spoken,
          blockBytes == null ? OptionalLong.empty() : OptionalLong.of(blockBytes),
          dataNodes == null ? Math.max(DEFAULT_DATANODES, spoken.dataCount() + 2) : dataNodes,
          rateBytesPerSecond,
          runs,
          stragglers,
          slowFactor);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private CodeSpec code() {
    if (k != null) {
      Bounds.require(spec, "--k", k, 1, K_MAX);
    }
    try {
      return code == null ? CodeSpec.xor(k == null ? DEFAULT_K : k) : CodeSpec.parse(code);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--code: " + e.getMessage(), e);
    }
  }

  private long fileBytes() throws IOException {
    if (file == null) {
      return sizeBytes == null ? DEFAULT_FILE_BYTES : sizeBytes;
    }
    if (!Files.exists(file)) {
      throw new IOException("no such file: " + file);
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IOException("no file that can be read: " + file);
    }
    return Files.size(file);
  }

  private int striped() throws IOException, InterruptedException {
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (!STRIPED_OPTIONS.contains(option.longestName())) {
        throw misused(
            "--erasure-coded takes --runs and --json, got "
                + option.longestName()
                + "; \"bench striped\" has more");
      }
    }
    if (file != null) {
      throw misused("--erasure-coded makes its own file, got " + file);
    }
    Bounds.require(spec, "--runs", runs, 1, DemoSettings.RUNS_MAX);
    Results results = json.results();
    StripedDemo.Result result;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      result = new StripedDemo(runs, progress::say).run(CommandText.of(spec.commandLine()));
    }
    results.write(result.text(), result::json);
    return 0;
  }

  private ParameterException misused(String how) {
    return new ParameterException(spec.commandLine(), how);
  }
}
