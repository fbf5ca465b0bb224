package io.evenkeel.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs {@link CodingBenchmark}; the ratios that are claimed. */
public final class CodingBench {
  /** Median; and the fastest tenth, which work beside the benchmark disturbs least. */
  private static final int[] PERCENTILES = {50, 10};

  private final int forks;
  private final Consumer<String> progress;

  /**
   * @param forks how many JVMs run each benchmark, one after the other
   */
  public CodingBench(int forks, Consumer<String> progress) {
    this.forks = forks;
    this.progress = progress;
  }

  /** Runs it; the result for people. */
  public String run() throws RunnerException {
    progress.accept("five benchmarks of two codes in " + forks + " JVMs of 4 s each");
    Options options =
        new OptionsBuilder()
            .include(CodingBenchmark.class.getSimpleName())
            .forks(forks)
            .warmupIterations(3)
            .warmupTime(TimeValue.milliseconds(500))
            .measurementIterations(4)
            .measurementTime(TimeValue.milliseconds(500))
            .verbosity(VerboseMode.SILENT)
            // Huge pages, or luck in the placement of 4 KiB pages decides by up to a quarter.
            .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages")
            .build();
    Map<String, Map<String, Statistics>> nanos = new TreeMap<>();
    for (RunResult result : new Runner(options).run()) {
      String benchmark = result.getParams().getBenchmark();
      nanos
          .computeIfAbsent(result.getParams().getParam("code"), c -> new TreeMap<>())
          .put(
              benchmark.substring(benchmark.lastIndexOf('.') + 1),
              result.getPrimaryResult().getStatistics());
    }
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            "One substripe of 1 MiB subblocks, single calls sampled in %d JVMs%n%n"
                + "%-8s %-10s %13s %17s %13s %15s %11s%n",
            forks,
            "code",
            "percentile",
            "encode/copy",
            "accumulate/copy",
            "decode/copy",
            "encode/Hadoop",
            "encode us"));
    nanos.forEach((code, byName) -> table.append(rows(code, byName)));
    return table.toString();
  }

  private static String rows(String code, Map<String, Statistics> byName) {
    StringBuilder rows = new StringBuilder();
    for (int percentile : PERCENTILES) {
      double copy = byName.get("copy").getPercentile(percentile);
      double encode = byName.get("encode").getPercentile(percentile);
      rows.append(
          String.format(
              Locale.ROOT,
              "%-8s %-10s %12.2fx %16.2fx %12.2fx %14.1fx %11.1f%n",
              code,
              "p" + percentile,
              copy / encode,
              copy / byName.get("accumulate").getPercentile(percentile),
              copy / byName.get("decode").getPercentile(percentile),
              byName.get("hadoop").getPercentile(percentile) / encode,
              encode / 1000));
    }
    return rows.toString();
  }
}
