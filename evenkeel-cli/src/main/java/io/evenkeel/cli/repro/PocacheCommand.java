package io.evenkeel.cli.repro;

import io.evenkeel.cli.JsonOption;
import io.evenkeel.cli.ProgressLine;
import io.evenkeel.cli.Results;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro pocache}. */
@Command(
    name = "pocache",
    mixinStandardHelpOptions = true,
    header = "POCache (JPDC 2022): the straggler hit ratio by cache policy and size.",
    description = {
      "Experiments:",
      "  11  the straggler hit ratio by cache policy and cache size, on a model"
    })
final class PocacheCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--experiment",
      required = true,
      paramLabel = "N",
      description = "Which of the paper's experiments: 11.")
  private int experiment;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many random placements and traces. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      defaultValue = "13",
      description = "How many DataNodes there are. Default: ${DEFAULT-VALUE}.")
  private int datanodes;

  @Option(
      names = "--straggler-at",
      paramLabel = "N",
      defaultValue = "0",
      description = "From which read on one is a straggler. Default: ${DEFAULT-VALUE}.")
  private int stragglerAt;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    check("--experiment", experiment, 11, 11);
    check("--seeds", seeds, 1, 100_000);
    check("--datanodes", datanodes, Experiment11Trace.BLOCKS, 10_000);
    check("--straggler-at", stragglerAt, 0, Experiment11Trace.READS - 1);
    Results results = json.results();
    Experiment11Report report;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      progress.say("running " + seeds + " placements and traces");
      report =
          new Experiment11Report(
              seeds, datanodes, stragglerAt, new Experiment11(seeds, datanodes, stragglerAt).run());
    }
    results.write(report.table(), report::json);
    return 0;
  }

  private void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      String range = least == most ? Integer.toString(least) : least + " to " + most;
      throw new ParameterException(
          spec.commandLine(), option + " takes " + range + ", got " + value);
    }
  }
}
