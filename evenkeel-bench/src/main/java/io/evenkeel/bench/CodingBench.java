package io.evenkeel.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs {@link CodingBenchmark} and prints the ratios that are claimed. A first argument restricts
 * it to one code.
 */
public final class CodingBench {
  /** Median; and the fastest tenth, which work beside the benchmark disturbs least. */
  private static final int[] PERCENTILES = {50, 10};

  private CodingBench() {}

  public static void main(String[] args) throws RunnerException {
    OptionsBuilder options = new OptionsBuilder();
    if (args.length > 0) {
      options.param("code", args[0]);
    }
    Options run =
        options
            .include(CodingBenchmark.class.getSimpleName())
            .forks(3)
            .warmupIterations(3)
            .warmupTime(TimeValue.milliseconds(500))
            .measurementIterations(4)
            .measurementTime(TimeValue.milliseconds(500))
            // Huge pages, or luck in the placement of 4 KiB pages decides by up to a quarter.
            .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages")
            .build();
    Collection<RunResult> results = new Runner(run).run();
    Map<String, Map<String, Statistics>> nanos = new TreeMap<>();
    for (RunResult result : results) {
      String benchmark = result.getParams().getBenchmark();
      nanos
          .computeIfAbsent(result.getParams().getParam("code"), c -> new TreeMap<>())
          .put(
              benchmark.substring(benchmark.lastIndexOf('.') + 1),
              result.getPrimaryResult().getStatistics());
    }
    System.out.printf(
        "%n%-8s %-10s %13s %17s %13s %15s %11s%n",
        "code",
        "percentile",
        "encode/copy",
        "accumulate/copy",
        "decode/copy",
        "encode/Hadoop",
        "encode us");
    nanos.forEach(CodingBench::print);
  }

  private static void print(String code, Map<String, Statistics> byName) {
    for (int percentile : PERCENTILES) {
      double copy = byName.get("copy").getPercentile(percentile);
      double encode = byName.get("encode").getPercentile(percentile);
      System.out.printf(
          Locale.ROOT,
          "%-8s %-10s %12.2fx %16.2fx %12.2fx %14.1fx %11.1f%n",
          code,
          "p" + percentile,
          copy / encode,
          copy / byName.get("accumulate").getPercentile(percentile),
          copy / byName.get("decode").getPercentile(percentile),
          byName.get("hadoop").getPercentile(percentile) / encode,
          encode / 1000);
    }
  }
}
