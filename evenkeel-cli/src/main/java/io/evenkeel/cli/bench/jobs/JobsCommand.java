package io.evenkeel.cli.bench.jobs;

import io.evenkeel.cli.bench.RowPattern;
import io.evenkeel.cli.cluster.NodeRate;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.CommandText;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.Machine;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench jobs}. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    header = "Spark SQL and MapReduce jobs beside the stock client.",
    description =
        "Spark SQL on Parquet, ORC and CSV, and teragen, terasort, teravalidate and "
            + "TestDFSIO, all in local mode, beside the stock client. Their jars come from Maven "
            + "Central the first time, some 400 MB, into target/jobs.")
public final class JobsCommand implements Callable<Integer> {
  private static final double NEVER_SLOWER = 1;
  private static final double WITH_STRAGGLER_MAX = .65;
  private static final double SLOW_FACTOR = 8;

  /** 8 x what a small read of a healthy node takes, and 20 ms. */
  private static final Duration DELAY = Duration.ofMillis(25);

  private static final long CACHE_BYTES = 2L << 30;
  private static final long LIMIT_BYTES_PER_SECOND = 64 << 20;

  private static final int RUNS_MAX = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "PATTERN",
      defaultValue = ".*",
      description =
          "Only jobs whose whole name matches this regular expression: spark-orc-all,"
              + " terasort and so on.")
  private String rows;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds of a job, and of Spark sessions. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Predicate<String> chosen = chosen();
    List<String> names = new ArrayList<>(SparkBench.names());
    names.addAll(MapReduceBench.names());
    if (names.stream().noneMatch(chosen)) {
      throw new ParameterException(
          spec.commandLine(), "--rows " + rows + " matches none of " + String.join(", ", names));
    }
    Bounds.require(spec, "--runs", runs, 1, RUNS_MAX);
    Results output = json.results();
    List<JobResult> results = new ArrayList<>();
    try (ProgressLine progress = ProgressLine.onStderr()) {
      fetch(chosen, progress);
      for (long rate : new long[] {0, LIMIT_BYTES_PER_SECOND}) {
        progress.say("starting a cluster");
        ClusterSettings settings =
            ClusterSettings.builder().rateBytesPerSecond(rate).cacheBytes(CACHE_BYTES).build();
        try (LocalCluster cluster = LocalCluster.start(settings)) {
          results.addAll(run(cluster, rate, chosen, progress));
        }
      }
    }
    JobsReport report = new JobsReport(CommandText.of(spec.commandLine()), Machine.here(), results);
    output.write(report.table(), report::json);
    return report.allRight() ? 0 : 1;
  }

  /** Better now than after the half of the work. */
  private static void fetch(Predicate<String> chosen, ProgressLine progress)
      throws IOException, InterruptedException {
    progress.say("looking for the jobs' jars");
    if (SparkBench.names().stream().anyMatch(chosen)) {
      JobJars.of("spark");
    }
    if (MapReduceBench.names().stream().anyMatch(chosen)) {
      JobJars.of("mapreduce");
    }
  }

  private List<JobResult> run(
      LocalCluster cluster, long rate, Predicate<String> chosen, ProgressLine progress)
      throws IOException, InterruptedException {
    List<JobResult> results = new ArrayList<>();
    JobNodes nodes = JobNodes.healthy(NodeRate.text(rate));
    if (SparkBench.names().stream().anyMatch(chosen)) {
      SparkBench spark = new SparkBench(cluster, runs, progress::say);
      spark.write();
      results.addAll(spark.run(nodes, chosen, NEVER_SLOWER));
      results.addAll(withStraggler(cluster, spark, nodes, chosen));
    }
    if (MapReduceBench.names().stream().anyMatch(chosen)) {
      results.addAll(
          new MapReduceBench(cluster, runs, progress::say).run(nodes, chosen, NEVER_SLOWER));
    }
    return results;
  }

  private static List<JobResult> withStraggler(
      LocalCluster cluster, SparkBench spark, JobNodes nodes, Predicate<String> chosen)
      throws IOException, InterruptedException {
    boolean limited = cluster.settings().rateBytesPerSecond() > 0;
    Predicate<String> those =
        chosen.and(name -> limited ? name.endsWith("-all") : name.startsWith("spark-parquet"));
    if (SparkBench.names().stream().noneMatch(those)) {
      return List.of();
    }
    TableNodes holders = spark.holders(those);
    String address = holders.holderOfSomeOfEach();
    String held =
        String.format(
            Locale.ROOT, " (%.0f %% or more of each table)", 100 * holders.smallestShare(address));
    int straggler = cluster.dataNodeAt(address);
    try {
      if (limited) {
        cluster.slow(straggler, SLOW_FACTOR);
        return spark.run(nodes.with("one 8 x slower" + held), those, WITH_STRAGGLER_MAX);
      }
      cluster.delay(straggler, DELAY);
      return spark.run(nodes.with("one delays every read" + held), those, NEVER_SLOWER);
    } finally {
      cluster.slow(straggler, 1);
      cluster.delay(straggler, Duration.ZERO);
    }
  }

  private Predicate<String> chosen() {
    return RowPattern.of(spec.commandLine(), rows).asMatchPredicate();
  }
}
