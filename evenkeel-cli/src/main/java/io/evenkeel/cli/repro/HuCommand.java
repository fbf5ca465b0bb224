package io.evenkeel.cli.repro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro hu}. */
@Command(
    name = "hu",
    mixinStandardHelpOptions = true,
    description = {
      "Load direction of coded reads (Hu et al., SoCC 2017): tables 1 and 2, the latency of every"
          + " policy beside what is stated, and of two of our own.",
      "The policies are those of the product; nodes and reads are simulated."
    })
final class HuCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--table",
      paramLabel = "N",
      description = "1 for LRC(6,2,2), 2 for RS(6,3). Default: both.")
  private List<Integer> tables = List.of(1, 2);

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many random placements count. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "40000",
      description = "How many requests there are of each. Default: ${DEFAULT-VALUE}.")
  private int requests;

  @Option(names = "--json", paramLabel = "OUT", description = "Write the result as JSON to OUT.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    for (int table : tables) {
      check("--table", table, 1, 2);
    }
    check("--seeds", seeds, 1, 1000);
    check("--requests", requests, 100, 10_000_000);
    List<HuExperiment> experiments = new ArrayList<>();
    for (int table : tables) {
      HuExperiment experiment = HuExperiment.run(HuPaper.table(table), seeds, requests);
      spec.commandLine().getOut().println(new HuReport(experiment).table());
      spec.commandLine().getOut().flush();
      experiments.add(experiment);
    }
    if (json != null) {
      Files.writeString(json, HuJson.of(experiments));
    }
    return 0;
  }

  private void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " takes " + least + " to " + most + ", got " + value);
    }
  }
}
