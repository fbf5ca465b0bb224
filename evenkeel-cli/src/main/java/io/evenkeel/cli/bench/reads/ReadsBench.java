package io.evenkeel.cli.bench.reads;

import io.evenkeel.cli.bench.ManagerWatch;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Healthy reads, Evenkeel beside the stock client: two file systems in this JVM that differ in
 * their class, in rounds of stock, Evenkeel, Evenkeel, stock and the reverse, until the median of
 * the pairs' ratios is known well enough.
 */
final class ReadsBench {
  private static final long CACHE_BYTES = 2L << 30;
  private static final double TIME_MARGIN = .015;
  private static final double CPU_MARGIN = .03;
  private static final int WARM_UP_ROUNDS = 2;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final ReadsOptions options;
  private final Consumer<String> progress;
  private final List<RowResult> rows = new ArrayList<>();
  private final List<ProcessResult> processes = new ArrayList<>();

  ReadsBench(ReadsOptions options, Consumer<String> progress) {
    this.options = options;
    this.progress = progress;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  void run() throws IOException, InterruptedException {
    CountingRpcEngine.install();
    for (long rate : options.ratesBytesPerSecond()) {
      List<ReadRow> inProcess = options.chosen(ReadsOptions.isLimited(rate));
      List<ProcessRow> inNew = options.chosenProcesses(ReadsOptions.isLimited(rate));
      if (!inProcess.isEmpty() || !inNew.isEmpty()) {
        run(rate, inProcess, inNew);
      }
    }
  }

  private void run(long rate, List<ReadRow> inProcess, List<ProcessRow> inNew)
      throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    ClusterSettings settings =
        ClusterSettings.builder().rateBytesPerSecond(rate).cacheBytes(CACHE_BYTES).build();
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      ReadFiles files = new ReadFiles(cluster);
      for (int replication : options.replications()) {
        progress.accept("writing files, replication " + replication);
        files.write(files(inProcess, inNew), replication);
        measure(cluster, files, inProcess, rate, replication);
      }
      if (!inNew.isEmpty()) {
        ProcessBench bench = new ProcessBench(cluster, files, options.processRounds(), progress);
        for (int replication : options.replications()) {
          for (ProcessRow row : inNew) {
            processes.add(bench.run(row, replication));
          }
        }
      }
    }
  }

  private static List<ReadFile> files(List<ReadRow> inProcess, List<ProcessRow> inNew) {
    return Stream.concat(
            inProcess.stream().flatMap(row -> row.files().stream()),
            inNew.stream().map(ProcessRow::file))
        .distinct()
        .sorted(Comparator.comparing(ReadFile::name))
        .toList();
  }

  private void measure(
      LocalCluster cluster, ReadFiles files, List<ReadRow> inProcess, long rate, int replication)
      throws IOException {
    try (FileSystem stock = client(cluster.clientConfiguration());
        FileSystem own = client(cluster.evenkeelConfiguration());
        ManagerWatch manager = new ManagerWatch(cluster)) {
      for (ReadRow row : inProcess) {
        try (FileSystem special = special(cluster, row)) {
          FileSystem evenkeel = special == null ? own : special;
          RowRun run =
              new RowRun(row, new Meter(cluster), stock, evenkeel, files.folder(replication));
          rows.add(run.result(rate, replication, files.expected(row)));
        }
        tellCalledSlow(manager);
      }
    }
  }

  /** No node is slow here. */
  private void tellCalledSlow(ManagerWatch manager) {
    try {
      for (NodeLoad node : manager.stragglers()) {
        progress.accept("called slow, though no node is: " + node.node() + ", " + node.reason());
      }
    } catch (IOException e) {
      progress.accept("the manager does not say who is slow: " + e.getMessage());
    }
  }

  /** The client of a row that has keys of its own; null for the others. */
  private static FileSystem special(LocalCluster cluster, ReadRow row) throws IOException {
    if (row.keys().isEmpty()) {
      return null;
    }
    Configuration conf = cluster.evenkeelConfiguration();
    row.keys().forEach(conf::set);
    return client(conf);
  }

  /** What came out for rows within this process. */
  List<RowResult> rows() {
    return List.copyOf(rows);
  }

  /** What came out for new processes. */
  List<ProcessResult> processes() {
    return List.copyOf(processes);
  }

  private static FileSystem client(Configuration conf) throws IOException {
    return FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
  }

  /** One row with both file systems. */
  private final class RowRun {
    private final ReadRow row;
    private final Meter meter;
    private final FileSystem stock;
    private final FileSystem own;
    private final Path folder;
    private Optional<Cost> firstStock = Optional.empty();
    private Optional<Cost> firstOwn = Optional.empty();
    private final List<RowResult.Round> rounds = new ArrayList<>();

    RowRun(ReadRow row, Meter meter, FileSystem stock, FileSystem own, Path folder) {
      this.row = row;
      this.meter = meter;
      this.stock = stock;
      this.own = own;
      this.folder = folder;
    }

    RowResult result(long rate, int replication, Reading expected) {
      Optional<Exception> failure = Optional.empty();
      try {
        measure(rate, replication, expected);
      } catch (IOException | RuntimeException e) {
        failure = Optional.of(e);
      }
      return new RowResult(
          row, rate, replication, expected, firstStock, firstOwn, List.copyOf(rounds), failure);
    }

    private void measure(long rate, int replication, Reading expected) throws IOException {
      String where =
          row.name() + (rate == 0 ? ", no limit" : ", limited") + ", replication " + replication;
      progress.accept(where + ", warming up");
      long start = System.nanoTime();
      firstStock = Optional.of(meter.run(row, stock, folder, expected));
      firstOwn = Optional.of(meter.run(row, own, folder, expected));
      for (int i = 1; i < WARM_UP_ROUNDS || System.nanoTime() - start < WARM_UP_NANOS; i++) {
        meter.run(row, stock, folder, expected);
        meter.run(row, own, folder, expected);
      }
      start = System.nanoTime();
      RowResult soFar;
      do {
        rounds.add(round(expected));
        soFar =
            new RowResult(
                row, rate, replication, expected, firstStock, firstOwn, rounds, Optional.empty());
        progress.accept(where + ", " + soFar.time().count() + " pairs");
      } while (!isKnown(soFar)
          && soFar.time().count() < options.pairsMax()
          && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(options.rowSecondsMax()));
    }

    private RowResult.Round round(Reading expected) throws IOException {
      boolean stockFirst = rounds.size() % 2 == 0;
      FileSystem outer = stockFirst ? stock : own;
      FileSystem inner = stockFirst ? own : stock;
      Cost outer1 = meter.run(row, outer, folder, expected);
      Cost inner1 = meter.run(row, inner, folder, expected);
      Cost inner2 = meter.run(row, inner, folder, expected);
      Cost outer2 = meter.run(row, outer, folder, expected);
      return stockFirst
          ? new RowResult.Round(true, outer1, outer2, inner1, inner2)
          : new RowResult.Round(false, inner1, inner2, outer1, outer2);
    }

    private boolean isKnown(RowResult soFar) {
      return soFar.time().count() >= ReadsOptions.PAIRS_MIN
          && soFar.time().margin() <= TIME_MARGIN
          && (Double.isInfinite(row.target().cpu()) || soFar.cpu().margin() <= CPU_MARGIN);
    }
  }
}
