package io.evenkeel.hdfstest;

import io.evenkeel.command.Bounds;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.command.ShortErrors;
import io.evenkeel.command.StopNotice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel test --hdfs}: HDFS's own client tests, with the stock client and Evenkeel. */
@Command(
    name = "evenkeel test --hdfs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Run HDFS's own client tests, each class once with the stock client and once with Evenkeel.",
      "Results are kept: a class is not run again until what it tests has changed, and what was"
          + " interrupted goes on where it was.",
      "Fails if a test fails with Evenkeel that the stock client passes and that is not an"
          + " accepted difference."
    })
public final class HdfsSuites implements Callable<Integer> {
  private static final int MINUTES_MAX = 24 * 60;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CLASS",
      arity = "0..*",
      description = "Test classes, with or without package; all of the list if none is named.")
  private List<String> named = List.of();

  @Option(names = "--again", description = "Also run what has a result.")
  private boolean again;

  @Option(
      names = "--class-minutes",
      defaultValue = "10",
      description = "How long one class may take. Default: ${DEFAULT-VALUE}.")
  private int classMinutes;

  @Option(
      names = "--minutes",
      defaultValue = "120",
      description = "After this no class is begun; call again to go on. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Mixin private JsonOption json;

  public static void main(String[] args) {
    System.exit(ShortErrors.in(new CommandLine(new HdfsSuites())).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Bounds.require(spec, "--class-minutes", classMinutes, 1, MINUTES_MAX);
    Bounds.require(spec, "--minutes", minutes, 1, MINUTES_MAX);
    List<String> classes = chosen(lines("classes.txt"));
    requireNoClass(json.file().map(Path::toString));
    Results results = json.results();
    Report report =
        new Report(AcceptedDifferences.parse(lines("accepted-differences.txt")), results::say);
    SuiteFolders folders = SuiteFolders.ofCheckout(Path.of(System.getProperty("evenkeel.home")));
    SuiteProcess process = new SuiteProcess(folders, Duration.ofMinutes(classMinutes));
    List<String> notRun = new ArrayList<>();
    report.heading();
    List<Comparison> all =
        StopNotice.during(process::stop, () -> compared(classes, process, folders, report, notRun));
    boolean passed = report.summary(all, notRun);
    results.write("", () -> report.json(CommandText.of(spec.commandLine()), all, notRun));
    return passed ? 0 : 1;
  }

  /** A class after "--json" would be its file, and all classes would run. */
  private void requireNoClass(Optional<String> file) {
    for (String className : lines("classes.txt")) {
      if (file.isPresent()
          && (className.equals(file.get()) || className.endsWith("." + file.get()))) {
        throw new ParameterException(
            spec.commandLine(),
            JsonOption.NAME + " takes a file, got the class " + file.get() + "; say --json=-");
      }
    }
  }

  /**
   * @param notRun gets what there was no time for
   */
  private List<Comparison> compared(
      List<String> classes,
      SuiteProcess process,
      SuiteFolders folders,
      Report report,
      List<String> notRun)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    List<Comparison> all = new ArrayList<>();
    try (ProgressLine progress = ProgressLine.onStderr()) {
      for (int i = 0; i < classes.size(); i++) {
        String className = classes.get(i);
        if (System.nanoTime() > end && (again || !isKnown(folders, className))) {
          notRun.add(className);
          continue;
        }
        progress.say(i + 1 + " of " + classes.size() + ": " + className);
        all.add(compared(process, folders, className));
        progress.say("");
        report.line(all.get(all.size() - 1));
      }
    }
    return all;
  }

  private static boolean isKnown(SuiteFolders folders, String className) {
    return Files.exists(folders.result(className, Side.STOCK))
        && Files.exists(folders.result(className, Side.EVENKEEL));
  }

  private Comparison compared(SuiteProcess process, SuiteFolders folders, String className)
      throws IOException, InterruptedException {
    return new Comparison(
        className,
        result(process, folders, className, Side.STOCK),
        result(process, folders, className, Side.EVENKEEL));
  }

  private ClassResult result(
      SuiteProcess process, SuiteFolders folders, String className, Side side)
      throws IOException, InterruptedException {
    Path known = folders.result(className, side);
    return !again && Files.exists(known) ? ClassResult.read(known) : process.run(className, side);
  }

  private List<String> chosen(List<String> listed) {
    return named.isEmpty() ? listed : named.stream().map(name -> fullName(name, listed)).toList();
  }

  private String fullName(String name, List<String> listed) {
    if (name.contains(".")) {
      return name;
    }
    return listed.stream()
        .filter(each -> each.endsWith("." + name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    name + " is not in the list of classes; name another with its package"));
  }

  /** The lines of a resource beside this class that are not comments. */
  static List<String> lines(String resource) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                HdfsSuites.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      return in.lines().map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
