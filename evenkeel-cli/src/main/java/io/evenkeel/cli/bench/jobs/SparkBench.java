package io.evenkeel.cli.bench.jobs;

import io.evenkeel.cli.bench.ManagerWatch;
import io.evenkeel.cli.bench.reads.ChildJvm;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;

/**
 * Spark SQL in local mode on tables of pseudo-random rows in Parquet, ORC and CSV. A session for
 * each client in turn, in a new JVM; a session runs all queries once to warm up and then again.
 */
final class SparkBench {
  private static final int REPEATS = 3;
  private static final String ROWS = "2500000";
  private static final List<String> FORMATS = List.of("parquet", "orc", "csv");

  /** Spark's own list of what Java 17 must open to it, as far as a local session needs it. */
  private static final List<String> JVM_OPTIONS =
      Stream.of(
              "java.lang",
              "java.lang.invoke",
              "java.lang.reflect",
              "java.io",
              "java.net",
              "java.nio",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "sun.nio.ch",
              "sun.nio.cs",
              "sun.security.action",
              "sun.util.calendar")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  private final LocalCluster cluster;
  private final Path folder;
  private final int rounds;
  private final Consumer<String> progress;
  private final Installation stock;
  private final Installation own;
  private int sessions;

  SparkBench(LocalCluster cluster, int rounds, Consumer<String> progress)
      throws IOException, InterruptedException {
    this.cluster = cluster;
    this.rounds = rounds;
    this.progress = progress;
    this.folder = Files.createDirectory(cluster.folder().resolve("spark"));
    progress.accept("fetching the jars of Spark");
    List<String> jars = JobJars.of("spark");
    ClientProperties properties = cluster.clientProperties();
    this.stock = Installation.stock(properties, folder).withJarsOf(jars);
    this.own = Installation.fourKeys(properties, Installation.clientJar(), folder).withJarsOf(jars);
  }

  /** A query by name. */
  private record Query(String name, String format, String sql) {}

  /** The queries that there are. */
  static List<String> names() {
    return queries().stream().map(Query::name).toList();
  }

  /**
   * Writes the tables with Evenkeel, so that their parity is cached: Parquet's and ORC's files are
   * of one block each, of which there is none unless that is said.
   */
  void write() throws IOException, InterruptedException {
    progress.accept("Spark writes the tables");
    List<String> statements =
        FORMATS.stream()
            .map(
                format ->
                    "INSERT OVERWRITE DIRECTORY '"
                        + table(format)
                        + "' USING "
                        + format
                        + " SELECT id, id % 1000 AS few, rand(7) AS ratio, md5(string(id)) AS a,"
                        + " md5(string(id + 1)) AS b, md5(string(id + 2)) AS c FROM range(0, "
                        + ROWS
                        + ", 1, 4)")
            .toList();
    session(own, statements, List.of("spark.hadoop.evenkeel.write.one.block=true"));
    try (ManagerWatch manager = new ManagerWatch(cluster)) {
      if (manager.publishedStripes() == 0) {
        throw new IOException("Spark has written the tables, and no parity of them is cached");
      }
    }
  }

  private String table(String format) {
    return cluster.defaultFs() + "/tables/" + format;
  }

  private static List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (String format : FORMATS) {
      queries.add(
          new Query(
              "spark-" + format + "-two",
              format,
              "SELECT few, sum(cast(ratio * 1000000 AS bigint)) FROM "
                  + format
                  + "_t GROUP BY few ORDER BY few"));
      queries.add(
          new Query(
              "spark-" + format + "-all",
              format,
              "SELECT count(*), sum(cast(xxhash64(*) AS decimal(38,0))) FROM " + format + "_t"));
    }
    return queries;
  }

  private String view(String format) {
    String columns = "(id BIGINT, few BIGINT, ratio DOUBLE, a STRING, b STRING, c STRING)";
    return "CREATE TEMPORARY VIEW "
        + format
        + "_t "
        + (format.equals("csv") ? columns : "")
        + " USING "
        + format
        + " OPTIONS (path '"
        + table(format)
        + "')";
  }

  /** Where the tables of the chosen queries are. */
  TableNodes holders(Predicate<String> chosen) throws IOException {
    List<org.apache.hadoop.fs.Path> folders =
        queries().stream()
            .filter(query -> chosen.test(query.name()))
            .map(query -> table(query.format()))
            .distinct()
            .map(org.apache.hadoop.fs.Path::new)
            .toList();
    try (FileSystem fs = cluster.newStockFileSystem()) {
      return TableNodes.of(fs, folders);
    }
  }

  /**
   * Runs the chosen queries.
   *
   * @param target of the queries' time by stock's
   */
  List<JobResult> run(JobNodes nodes, Predicate<String> chosen, double target)
      throws InterruptedException {
    List<Query> queries = queries().stream().filter(query -> chosen.test(query.name())).toList();
    Map<String, List<JobRun>> stockRuns = new LinkedHashMap<>();
    Map<String, List<JobRun>> ownRuns = new LinkedHashMap<>();
    for (Query query : queries) {
      stockRuns.put(query.name(), new ArrayList<>());
      ownRuns.put(query.name(), new ArrayList<>());
    }
    Optional<Exception> failure = Optional.empty();
    try {
      for (int round = 1; round <= rounds && !queries.isEmpty(); round++) {
        progress.accept("Spark, " + nodes + ", round " + round);
        boolean stockFirst = round % 2 == 1;
        session(stockFirst ? stock : own, queries, stockFirst ? stockRuns : ownRuns);
        session(stockFirst ? own : stock, queries, stockFirst ? ownRuns : stockRuns);
      }
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e);
    }
    List<JobResult> results = new ArrayList<>();
    for (Query query : queries) {
      results.add(
          new JobResult(
              query.name(),
              nodes,
              target,
              List.copyOf(stockRuns.get(query.name())),
              List.copyOf(ownRuns.get(query.name())),
              failure));
    }
    return results;
  }

  /** One session: views, all queries once, all queries again some times, of which each counts. */
  private void session(
      Installation installation, List<Query> queries, Map<String, List<JobRun>> runs)
      throws IOException, InterruptedException {
    List<String> statements = new ArrayList<>();
    FORMATS.forEach(format -> statements.add(view(format)));
    for (int i = 0; i <= REPEATS; i++) {
      queries.forEach(query -> statements.add(query.sql()));
    }
    List<JobRun> all = session(installation, statements, List.of());
    int counted = FORMATS.size() + queries.size();
    for (int i = counted; i < all.size(); i++) {
      runs.get(queries.get((i - counted) % queries.size()).name()).add(all.get(i));
    }
  }

  private List<JobRun> session(
      Installation installation, List<String> statements, List<String> settings)
      throws IOException, InterruptedException {
    Path own = Files.createDirectory(folder.resolve("session-" + sessions++));
    Path events = Files.createDirectory(own.resolve("events"));
    Path file = Files.write(own.resolve("statements.sql"), statements);
    Path output = own.resolve("out");
    List<String> arguments = new ArrayList<>(List.of(file.toString()));
    arguments.addAll(
        List.of(
            "spark.master=local[2]",
            "spark.ui.enabled=false",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.driver.host=127.0.0.1",
            "spark.local.dir=" + own,
            "spark.sql.warehouse.dir=" + own,
            "spark.sql.shuffle.partitions=2",
            "spark.eventLog.enabled=true",
            "spark.eventLog.compress=false",
            "spark.eventLog.dir=" + events.toUri()));
    arguments.addAll(SparkMetrics.settings(own));
    arguments.addAll(settings);
    ChildJvm.run(installation, own, output, JVM_OPTIONS, SparkSqlMain.class.getName(), arguments);
    SparkEvents told = SparkEvents.in(events);
    long aroundBytes = SparkMetrics.aroundBytes(own);
    List<JobRun> runs = new ArrayList<>();
    for (String line : Files.readAllLines(output)) {
      if (line.startsWith("result ")) {
        String[] words = line.split(" ", -1);
        SparkEvents.Sum sum = told.between(Long.parseLong(words[2]), Long.parseLong(words[3]));
        runs.add(
            new JobRun(
                Long.parseLong(words[1]), words[4], sum.tasks(), sum.readBytes(), aroundBytes));
      }
    }
    if (runs.size() != statements.size()) {
      throw new IOException(
          "Spark printed " + runs.size() + " results of " + statements.size() + " statements");
    }
    return runs;
  }
}
