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

/** Runs {@link CodingBenchmark} and prints the ratios that are claimed. */
public final class CodingBench {
  private CodingBench() {}

  public static void main(String[] args) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(CodingBenchmark.class.getSimpleName())
            .forks(2)
            .warmupIterations(3)
            .warmupTime(TimeValue.milliseconds(700))
            .measurementIterations(5)
            .measurementTime(TimeValue.milliseconds(700))
            .jvmArgsAppend("-Xmx1g", "-XX:+UseSerialGC")
            .build();
    Collection<RunResult> results = new Runner(options).run();
    Map<String, Map<String, Double>> nanos = new TreeMap<>();
    for (RunResult result : results) {
      String benchmark = result.getParams().getBenchmark();
      nanos
          .computeIfAbsent(result.getParams().getParam("code"), c -> new TreeMap<>())
          .put(
              benchmark.substring(benchmark.lastIndexOf('.') + 1),
              result.getPrimaryResult().getScore());
    }
    System.out.printf(
        "%n%-10s %16s %20s %18s%n",
        "code", "encode / copy", "accumulate / copy", "encode / Hadoop");
    nanos.forEach(
        (code, ns) ->
            System.out.printf(
                Locale.ROOT,
                "%-10s %15.2fx %19.2fx %17.1fx%n",
                code,
                ns.get("copy") / ns.get("encode"),
                ns.get("copy") / ns.get("accumulate"),
                ns.get("hadoop") / ns.get("encode")));
  }
}
