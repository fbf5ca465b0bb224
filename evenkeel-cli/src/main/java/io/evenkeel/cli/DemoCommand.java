package io.evenkeel.cli;

import io.evenkeel.cli.bench.striped.StripedDemo;
import io.evenkeel.cli.demo.Demo;
import io.evenkeel.cli.demo.DemoSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Starts a real local HDFS, writes a file through Evenkeel and reads it by every scheme,"
            + " healthy and then with one slow DataNode. With --erasure-coded: writes an"
            + " erasure-coded file, with neither manager nor Redis, and reads it by the stock client"
            + " and by Evenkeel, healthy, with one slow DataNode, and with one and three of them"
            + " stopped. Everything it starts is gone at the end.")
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "The file to use. Default: 64 MiB of seeded pseudo-random bytes.")
  private Path file;

  @Option(
      names = "--erasure-coded",
      description = "An RS-6-3 file on ten DataNodes. Takes --runs and no other option.")
  private boolean erasureCoded;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "7",
      description = "Rounds, healthy and again with the straggler. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--slow-factor",
      paramLabel = "F",
      defaultValue = "8",
      description = "How many times slower the straggler is. Default: ${DEFAULT-VALUE}.")
  private double slowFactor;

  @Option(names = "--json", paramLabel = "OUT", description = "Write the result as JSON to OUT.")
  private Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (erasureCoded) {
      return striped();
    }
    DemoSettings settings;
    try {
      settings =
          new DemoSettings(Optional.ofNullable(file), runs, slowFactor, Optional.ofNullable(json));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return new Demo(settings, new ProgressLine(System.err)::say).print(spec.commandLine().getOut());
  }

  private int striped() throws IOException, InterruptedException {
    if (file != null
        || json != null
        || spec.commandLine().getParseResult().hasMatchedOption("--slow-factor")) {
      throw new ParameterException(
          spec.commandLine(),
          "--erasure-coded takes --runs and nothing else; bench striped has --json");
    }
    if (runs < 1 || runs > 1000) {
      throw new ParameterException(spec.commandLine(), "--runs takes 1 to 1000, got " + runs);
    }
    return new StripedDemo(runs, new ProgressLine(System.err)::say)
        .print(spec.commandLine().getOut());
  }
}
