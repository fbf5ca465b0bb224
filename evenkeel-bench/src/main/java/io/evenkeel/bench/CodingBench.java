package io.evenkeel.bench;

import io.evenkeel.sim.chance.Quantiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link CodingBenchmark}; the ratios that are claimed. */
public final class CodingBench {
  private static final int WARM_UPS = 6;
  private static final int ITERATIONS = 40;

  private final int forks;
  private final int warmUps;
  private final int iterations;
  private final Consumer<String> progress;

  /**
   * What came of it.
   *
   * @param text for people
   * @param byCode by code, by what is compared: each iteration's
   */
  public record Ratios(String text, Map<String, Map<String, List<Double>>> byCode) {}

  /** The same work by two ways, within one iteration. */
  private record Ratio(String title, String slow, String fast) {}

  private static final List<Ratio> RATIOS =
      List.of(
          new Ratio("encode / copy", "copy", "encode"),
          new Ratio("accumulate / copy", "copy", "accumulate"),
          new Ratio("decode / copy", "copy", "decode"),
          new Ratio("encode / Hadoop", "hadoop", "encode"));

  /**
   * @param forks how many JVMs run the benchmark, one after the other
   */
  public CodingBench(int forks, Consumer<String> progress) {
    this(forks, WARM_UPS, ITERATIONS, progress);
  }

  /**
   * @param forks none for this JVM
   */
  CodingBench(int forks, int warmUps, int iterations, Consumer<String> progress) {
    this.forks = forks;
    this.warmUps = warmUps;
    this.iterations = iterations;
    this.progress = progress;
  }

  /** Runs it. */
  public Ratios run() throws RunnerException {
    progress.accept("two codes in " + forks + " JVMs of 11 s each");
    Options options =
        new OptionsBuilder()
            .include(CodingBenchmark.class.getSimpleName())
            .forks(forks)
            .warmupIterations(warmUps)
            .warmupTime(TimeValue.milliseconds(500))
            .measurementIterations(iterations)
            .measurementTime(TimeValue.milliseconds(200))
            .verbosity(VerboseMode.SILENT)
            .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC")
            .build();
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            "One substripe of 1 MiB subblocks; speeds beside each other in the same JVM,%n"
                + "median (10th to 90th percentile) of %d iterations in %d JVMs%n%n%-8s",
            iterations * forks,
            forks,
            "code"));
    RATIOS.forEach(ratio -> table.append(String.format("%26s", ratio.title())));
    Map<String, Map<String, List<Double>>> ratios = new LinkedHashMap<>();
    for (RunResult result : new Runner(options).run()) {
      String code = result.getParams().getParam("code");
      table.append(String.format("%n%-8s", code));
      List<IterationResult> measured =
          result.getBenchmarkResults().stream()
              .flatMap(fork -> fork.getIterationResults().stream())
              .toList();
      Map<String, List<Double>> ofCode = new LinkedHashMap<>();
      for (Ratio ratio : RATIOS) {
        List<Double> values =
            measured.stream()
                .map(each -> nanos(each, ratio.slow()) / nanos(each, ratio.fast()))
                .toList();
        ofCode.put(ratio.title(), values);
        table.append(String.format("%26s", cell(values)));
      }
      ratios.put(code, ofCode);
    }
    return new Ratios(table.append(System.lineSeparator()).toString(), ratios);
  }

  private static String cell(List<Double> values) {
    double[] ratios = values.stream().mapToDouble(Double::doubleValue).toArray();
    return String.format(
        Locale.ROOT,
        "%.2fx (%.2f to %.2f)",
        Quantiles.median(ratios),
        Quantiles.nearestRank(ratios, .1),
        Quantiles.nearestRank(ratios, .9));
  }

  private static double nanos(IterationResult iteration, String name) {
    @SuppressWarnings("rawtypes") // as JMH declares it
    Map<String, Result> counters = iteration.getSecondaryResults();
    return counters.get(name).getScore();
  }
}
