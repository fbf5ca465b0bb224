package io.evenkeel.cli.repro.hu;

import io.evenkeel.command.Bounds;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.OutputFile;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro hu}. */
@Command(
    name = "hu",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Load direction of coded reads (Hu et al., SoCC 2017).",
    description = {
      "Load direction of coded reads (Hu et al., SoCC 2017): tables 1 and 2 and figures 2 and 5 to"
          + " 8, every policy beside what is stated, and two of our own.",
      "Nodes and requests are simulated. All of it takes about five minutes of one core, three"
          + " where there are two, in proportion to placements and requests; a single figure takes"
          + " less."
    })
public final class HuCommand implements Callable<Integer> {
  private static final Set<Integer> TABLES = Set.of(1, 2);
  private static final Set<Integer> FIGURES = Set.of(2, 5, 6, 7, 8);
  private static final int SKEW_FIGURE = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--table",
      paramLabel = "N",
      description = {
        "1 for LRC(6,2,2), 2 for RS(6,3), with more front ends, tables of other kinds and even"
            + " loads; may be repeated.",
        "Default: both tables and all figures."
      })
  private Set<Integer> tables = new TreeSet<>();

  @Option(
      names = "--figure",
      paramLabel = "N",
      description =
          "2 for the demand, 5 and 6 for the times of LRC(6,2,2), 7 and 8 for those of RS(6,3);"
              + " may be repeated.")
  private Set<Integer> figures = new TreeSet<>();

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

  @Mixin private JsonOption json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the result to FILE as a page, complete in itself, with all figures.")
  private Path html;

  @Override
  public Integer call() throws IOException {
    check("--table", tables, TABLES);
    check("--figure", figures, FIGURES);
    Bounds.require(spec, "--seeds", seeds, 1, 1000);
    Bounds.require(spec, "--requests", requests, 100, 10_000_000);
    if (tables.isEmpty() && figures.isEmpty()) {
      tables.addAll(TABLES);
      figures.addAll(FIGURES);
    }
    Map<String, Path> files = new LinkedHashMap<>();
    files.put(JsonOption.NAME, json.file().orElse(null));
    files.put("--html", html);
    OutputFile.requireOwn(spec.commandLine(), files);
    Results results = json.results();
    Optional<OutputFile> htmlFile = OutputFile.of("--html", html);
    HuResult result = run();
    results.write(result.text(), () -> HuJson.of(result));
    if (htmlFile.isPresent()) {
      htmlFile.get().write(new HuPage(result).page().html());
    }
    return 0;
  }

  private HuResult run() {
    List<HuExperiment> experiments = new ArrayList<>();
    Optional<HuSkew> skew = Optional.empty();
    try (ProgressLine progress = ProgressLine.onStderr()) {
      for (int table : new TreeSet<>(TABLES)) {
        HuPaper paper = HuPaper.table(table);
        boolean isWhole = tables.contains(table);
        if (isWhole || paper.figures().stream().anyMatch(figures::contains)) {
          experiments.add(HuExperiment.run(paper, seeds, requests, isWhole, progress::say));
        }
      }
      if (figures.contains(SKEW_FIGURE)) {
        progress.say("figure " + SKEW_FIGURE);
        skew = Optional.of(HuSkew.draw());
      }
    }
    return new HuResult(tables, figures, experiments, skew);
  }

  private void check(String option, Set<Integer> values, Set<Integer> known) {
    for (int value : values) {
      if (!known.contains(value)) {
        throw new ParameterException(
            spec.commandLine(), option + " takes " + new TreeSet<>(known) + ", got " + value);
      }
    }
  }
}
