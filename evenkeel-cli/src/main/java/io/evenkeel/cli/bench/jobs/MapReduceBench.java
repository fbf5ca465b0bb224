package io.evenkeel.cli.bench.jobs;

import io.evenkeel.cli.bench.reads.ChildJvm;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;

/**
 * teragen, terasort, teravalidate and TestDFSIO as Hadoop ships them, in local mode, each in a new
 * JVM, by each client in turn. Each client sorts what it generated itself.
 */
final class MapReduceBench {
  private static final String ROWS = "1500000";
  private static final String TERASORT = "org.apache.hadoop.examples.terasort.";
  private static final String DFSIO = "org.apache.hadoop.fs.TestDFSIO";
  private static final Pattern TASKS = Pattern.compile("number of splits:(\\d+)");
  private static final Pattern AROUND = Pattern.compile("EVENKEEL: Number of bytes read=(\\d+)");
  private static final Pattern READ = Pattern.compile("HDFS: Number of bytes read=(\\d+)");

  private final LocalCluster cluster;
  private final Path folder;
  private final int rounds;
  private final Consumer<String> progress;
  private final Map<Installation, String> clients = new LinkedHashMap<>();
  private int jobs;

  MapReduceBench(LocalCluster cluster, int rounds, Consumer<String> progress)
      throws IOException, InterruptedException {
    this.cluster = cluster;
    this.rounds = rounds;
    this.progress = progress;
    this.folder = Files.createDirectory(cluster.folder().resolve("mapreduce"));
    progress.accept("fetching the jars of MapReduce");
    List<String> jars = JobJars.of("mapreduce");
    ClientProperties properties = cluster.clientProperties();
    clients.put(Installation.stock(properties, folder).withJarsOf(jars), "stock");
    clients.put(
        Installation.fourKeys(properties, Installation.clientJar(), folder).withJarsOf(jars),
        "evenkeel");
  }

  /** A job; {@code %s} in its arguments is the client's own folder in HDFS. */
  private record Job(String name, String main, List<String> arguments, String resultFile) {}

  private static List<Job> jobs() {
    return List.of(
        new Job("teragen", TERASORT + "TeraGen", List.of(ROWS, "%s/generated"), ""),
        new Job("terasort", TERASORT + "TeraSort", List.of("%s/generated", "%s/sorted"), ""),
        new Job(
            "teravalidate",
            TERASORT + "TeraValidate",
            List.of("%s/sorted", "%s/report"),
            "%s/report/part-r-00000"),
        new Job(
            "dfsio-write",
            DFSIO,
            List.of("-write", "-nrFiles", "4", "-size", "64MB", "-resFile", "/dev/null"),
            ""),
        new Job(
            "dfsio-read",
            DFSIO,
            List.of("-read", "-nrFiles", "4", "-size", "64MB", "-resFile", "/dev/null"),
            ""));
  }

  /** The jobs that there are. */
  static List<String> names() {
    return jobs().stream().map(Job::name).toList();
  }

  /** Runs all jobs if any is chosen, because one reads what another wrote; answers the chosen. */
  List<JobResult> run(JobNodes nodes, Predicate<String> chosen, double target)
      throws InterruptedException {
    if (jobs().stream().noneMatch(job -> chosen.test(job.name()))) {
      return List.of();
    }
    Map<String, Map<String, List<JobRun>>> runs = new LinkedHashMap<>();
    for (Job job : jobs()) {
      Map<String, List<JobRun>> both = new LinkedHashMap<>();
      clients.values().forEach(who -> both.put(who, new ArrayList<>()));
      runs.put(job.name(), both);
    }
    Optional<Exception> failure = Optional.empty();
    try {
      List<Map.Entry<Installation, String>> order = new ArrayList<>(clients.entrySet());
      for (int round = 1; round <= rounds; round++) {
        for (Job job : jobs()) {
          progress.accept(job.name() + ", " + nodes + ", round " + round);
          for (Map.Entry<Installation, String> client : order) {
            runs.get(job.name()).get(client.getValue()).add(run(job, client, round));
          }
        }
        java.util.Collections.reverse(order);
      }
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e);
    }
    List<JobResult> results = new ArrayList<>();
    for (Job job : jobs()) {
      if (chosen.test(job.name())) {
        Map<String, List<JobRun>> both = runs.get(job.name());
        results.add(
            new JobResult(
                job.name(),
                nodes,
                target,
                List.copyOf(both.get("stock")),
                List.copyOf(both.get("evenkeel")),
                failure));
      }
    }
    return results;
  }

  private JobRun run(Job job, Map.Entry<Installation, String> client, int round)
      throws IOException, InterruptedException {
    String own = "/jobs/" + client.getValue() + "-" + round;
    Path temporary = Files.createDirectory(folder.resolve("job-" + jobs++));
    Path output = temporary.resolve("out");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-Dmapreduce.framework.name=local",
                "-Dhadoop.tmp.dir=" + temporary,
                "-Dtest.build.data=" + own + "/io",
                "-Dmapreduce.task.io.sort.mb=64"));
    job.arguments().forEach(argument -> arguments.add(argument.replace("%s", own)));
    // Counters are read from what the job says.
    ChildJvm ended =
        ChildJvm.run(client.getKey(), temporary, output, List.of(), job.main(), arguments);
    String said = Files.readString(temporary.resolve(ChildJvm.ERRORS_FILE));
    return new JobRun(
        ended.nanos(),
        job.resultFile().isEmpty() ? "" : content(job.resultFile().replace("%s", own)),
        number(TASKS, said),
        number(READ, said),
        number(AROUND, said));
  }

  private String content(String path) throws IOException {
    try (FileSystem fs = cluster.newStockFileSystem();
        FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path(path))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    }
  }

  /** The last that was said, or 0. */
  private static long number(Pattern pattern, String said) {
    long last = 0;
    Matcher matcher = pattern.matcher(said);
    while (matcher.find()) {
      last = Long.parseLong(matcher.group(1));
    }
    return last;
  }
}
