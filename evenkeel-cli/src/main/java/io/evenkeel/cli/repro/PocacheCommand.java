package io.evenkeel.cli.repro;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
    header = "POCache (JPDC 2022): experiments on a trace of reads.",
    sortOptions = false,
    description = {
      "By models that run the production policies. What is not given is as in the paper.",
      "Its other experiments: repro list."
    })
final class PocacheCommand implements Callable<Integer> {
  private static final Map<Integer, PocacheExperiment> EXPERIMENTS = PocacheExperiments.byNumber();

  @Spec private CommandSpec spec;

  @Option(
      names = "--experiment",
      required = true,
      paramLabel = "N",
      completionCandidates = Numbers.class,
      description = "Which of the paper's experiments: ${COMPLETION-CANDIDATES}.")
  private int experiment;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many random placements and traces. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "The first of the seeds. Default: ${DEFAULT-VALUE}.")
  private int firstSeed;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      defaultValue = "13",
      description = "How many DataNodes there are. Default: ${DEFAULT-VALUE}.")
  private int datanodes;

  @Option(
      names = "--k",
      paramLabel = "K",
      defaultValue = "4",
      description =
          "Blocks of a file, on as many DataNodes, with one block of parity. Default:"
              + " ${DEFAULT-VALUE}.")
  private int k;

  @Option(
      names = "--files",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many files there are. Default: ${DEFAULT-VALUE}.")
  private int files;

  @Option(
      names = "--reads",
      paramLabel = "N",
      defaultValue = "2000",
      description = "How many reads a trace has. Default: ${DEFAULT-VALUE}.")
  private int reads;

  @Option(
      names = "--zipf",
      paramLabel = "Z",
      defaultValue = "0.9",
      description =
          "The Zipfian constant of the files' popularity; 0 for all alike. Default:"
              + " ${DEFAULT-VALUE}.")
  private double zipf;

  @Option(
      names = "--straggler-at",
      paramLabel = "N",
      defaultValue = "0",
      description = "From which read on one is a straggler. Default: ${DEFAULT-VALUE}.")
  private int stragglerAt;

  @Option(
      names = "--blocks",
      paramLabel = "T",
      split = ",",
      defaultValue = "0,10,20,40,60,80,100",
      description =
          "How many blocks of parity the cache holds, several separated by commas. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<Integer> cacheBlocks;

  @Mixin private JsonOption json;

  /** The experiments that there are. */
  static final class Numbers implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return EXPERIMENTS.keySet().stream().map(Object::toString).iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    PocacheExperiment chosen = EXPERIMENTS.get(experiment);
    if (chosen == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--experiment takes %s, got %d; repro list says what there is of the others"
              .formatted(
                  EXPERIMENTS.keySet().stream()
                      .map(Object::toString)
                      .collect(Collectors.joining(" or ")),
                  experiment));
    }
    PocacheSetting setting = setting();
    Results results = json.results();
    PocacheExperiment.Result result;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      progress.say("running " + seeds + " placements and traces");
      result = chosen.run(setting);
    }
    results.write(result.table(), result::json);
    return 0;
  }

  /** What the options say. */
  PocacheSetting setting() {
    Bounds.require(spec, "--seeds", seeds, 1, 100_000);
    Bounds.require(spec, "--seed", firstSeed, 0, 1_000_000_000);
    // A stripe of one block has no parity that would be worth its room.
    Bounds.require(spec, "--k", k, 2, CodeSpec.TOTAL_MAX - 1);
    Bounds.require(spec, "--datanodes", datanodes, k, 10_000);
    Bounds.require(spec, "--files", files, 1, 1_000_000);
    Bounds.require(spec, "--reads", reads, 1, 100_000_000);
    Bounds.require(spec, "--straggler-at", stragglerAt, 0, reads - 1);
    for (int blocks : cacheBlocks) {
      Bounds.require(spec, "--blocks", blocks, 0, 1_000_000);
    }
    if (!(zipf >= 0 && zipf <= 10)) {
      throw new ParameterException(spec.commandLine(), "--zipf takes 0 to 10, got " + zipf);
    }
    List<Integer> ascending = cacheBlocks.stream().sorted().distinct().toList();
    return new PocacheSetting(
        seeds, firstSeed, datanodes, k, files, reads, zipf, stragglerAt, ascending);
  }
}
