package io.evenkeel.cli.repro;

import io.evenkeel.cli.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro pocache}. */
@Command(
    name = "pocache",
    mixinStandardHelpOptions = true,
    description = {
      "POCache (JPDC 2022). Experiments:",
      "  11  the straggler hit ratio by cache policy and cache size, by trace-driven model"
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

  @Option(names = "--json", paramLabel = "OUT", description = "Write the result as JSON to OUT.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    check("--experiment", experiment, 11, 11);
    check("--seeds", seeds, 1, 100_000);
    check("--datanodes", datanodes, Experiment11Trace.BLOCKS, 10_000);
    check("--straggler-at", stragglerAt, 0, Experiment11Trace.READS - 1);
    Optional<OutputFile> output = OutputFile.of("--json", json);
    Experiment11Report report =
        new Experiment11Report(
            seeds, datanodes, stragglerAt, new Experiment11(seeds, datanodes, stragglerAt).run());
    spec.commandLine().getOut().print(report.table());
    spec.commandLine().getOut().flush();
    if (output.isPresent()) {
      output.get().write(report.json());
    }
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
