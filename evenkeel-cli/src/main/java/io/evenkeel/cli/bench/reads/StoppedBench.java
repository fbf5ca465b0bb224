package io.evenkeel.cli.bench.reads;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.ClusterSettings;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;

/**
 * Whole-file reads while a DataNode that holds a block is stopped. For each row the file is written
 * anew and the manager has no memory, so that the first read is the one that finds out.
 */
final class StoppedBench {
  static final ReadFile FILE = new ReadFile("wide", 64 * ReadFile.MIB, 16 * ReadFile.MIB);
  static final int BLOCKS = (int) (FILE.bytes() / FILE.blockBytes());
  private static final long CACHE_BYTES = 2L << 30;
  private static final int REPLICATION = 1;
  private static final int HEALTHY_PROCESSES = 3;
  private static final String SCHEME = EvenkeelKeys.SCHEME.name();

  private final List<StoppedRow> rows;
  private final int runs;
  private final Consumer<String> progress;
  private final List<StoppedResult> results = new ArrayList<>();
  private Optional<CloseBench.Result> closes = Optional.empty();

  StoppedBench(List<StoppedRow> rows, int runs, Consumer<String> progress) {
    this.rows = rows;
    this.runs = runs;
    this.progress = progress;
  }

  List<StoppedResult> results() {
    return List.copyOf(results);
  }

  Optional<CloseBench.Result> closes() {
    return closes;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  void run(boolean withCloses) throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    ClusterSettings settings = ClusterSettings.builder().cacheBytes(CACHE_BYTES).build();
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      ReadFiles files = new ReadFiles(cluster);
      Path folder = Files.createDirectory(cluster.folder().resolve("clients"));
      for (StoppedRow row : rows) {
        progress.accept(row.name());
        results.add(new RowRun(cluster, files, row, folder).result());
      }
      if (withCloses) {
        progress.accept("close()");
        files.rewrite(FILE, REPLICATION);
        int node = holder(cluster, files, 2);
        closes = Optional.of(new CloseBench(cluster, files.path(FILE, REPLICATION)).run(node));
      }
    }
  }

  private static int holder(LocalCluster cluster, ReadFiles files, int block) throws IOException {
    try (FileSystem fs = cluster.newStockFileSystem()) {
      BlockLocation[] blocks =
          fs.getFileBlockLocations(files.path(FILE, REPLICATION), 0, Long.MAX_VALUE);
      return cluster.dataNodeAt(blocks[block - 1].getNames()[0]);
    }
  }

  /** One row. */
  private final class RowRun {
    private final LocalCluster cluster;
    private final ReadFiles files;
    private final StoppedRow row;
    private final Path folder;
    private final List<Long> healthy = new ArrayList<>();
    private final List<Long> healthyLater = new ArrayList<>();
    private final List<Long> stopped = new ArrayList<>();
    private boolean hung;

    RowRun(LocalCluster cluster, ReadFiles files, StoppedRow row, Path folder) {
      this.cluster = cluster;
      this.files = files;
      this.row = row;
      this.folder = folder;
    }

    StoppedResult result() throws InterruptedException {
      Optional<Exception> failure = Optional.empty();
      try {
        cluster.restartManager();
        cluster.awaitCacheNodes();
        files.rewrite(FILE, REPLICATION);
        if (row.newProcess()) {
          inNewProcesses();
        } else {
          inThisProcess();
        }
      } catch (IOException | RuntimeException e) {
        failure = Optional.of(e);
      }
      return new StoppedResult(
          row,
          List.copyOf(healthy),
          List.copyOf(healthyLater),
          List.copyOf(stopped),
          hung,
          failure);
    }

    private void inThisProcess() throws IOException, InterruptedException {
      ReadPattern pattern =
          row.bufferBytes() == 1
              ? ReadPatterns.single(FILE, (int) FILE.bytes())
              : ReadPatterns.whole(FILE, row.bufferBytes());
      Reading expected = files.expected(pattern);
      try (FileSystem parallel = client("parallel");
          FileSystem adaptive = client("adaptive")) {
        time(parallel, pattern, expected);
        time(adaptive, pattern, expected);
        for (int i = 0; i < runs; i++) {
          healthy.add(time(parallel, pattern, expected));
          time(adaptive, pattern, expected);
        }
        healthyLater.addAll(healthy);
        try (StoppedNode node = StoppedNode.stop(cluster, holder(cluster, files, row.block()))) {
          for (int i = 0; i <= runs && !node.isGivenUp(); i++) {
            stopped.add(time(adaptive, pattern, expected));
          }
          hung = node.isGivenUp();
        }
      }
    }

    private FileSystem client(String scheme) throws IOException {
      Configuration conf = cluster.evenkeelConfiguration();
      conf.set(SCHEME, scheme);
      return FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
    }

    private long time(FileSystem fs, ReadPattern pattern, Reading expected) throws IOException {
      long start = System.nanoTime();
      Reading reading = pattern.read(fs, files.folder(REPLICATION));
      long nanos = System.nanoTime() - start;
      if (reading.digest() != expected.digest() || reading.bytes() != expected.bytes()) {
        throw new IOException("wrong bytes: read " + reading + ", written were " + expected);
      }
      return nanos;
    }

    private void inNewProcesses() throws IOException, InterruptedException {
      Installation parallel = installation("parallel");
      for (int i = 0; i < HEALTHY_PROCESSES; i++) {
        List<Long> reads = reads(parallel);
        healthy.add(reads.get(0));
        healthyLater.addAll(reads.subList(1, reads.size()));
      }
      Installation adaptive = installation("adaptive");
      try (StoppedNode node = StoppedNode.stop(cluster, holder(cluster, files, row.block()))) {
        stopped.addAll(reads(adaptive));
        hung = node.isGivenUp();
      }
    }

    private Installation installation(String scheme) throws IOException {
      ClientProperties properties = cluster.clientProperties();
      Map<String, String> keys = new LinkedHashMap<>(properties.evenkeel());
      keys.put(SCHEME, scheme);
      Path own = Files.createTempDirectory(folder, scheme);
      return Installation.fourKeys(
              new ClientProperties(properties.stock(), keys), Installation.clientJar(), own)
          .with(Installation.ownClasses());
    }

    private List<Long> reads(Installation installation) throws IOException, InterruptedException {
      Path output = Files.createTempFile(folder, "reads-", ".out");
      ChildJvm.run(
          installation,
          folder,
          output,
          FirstReadsMain.class.getName(),
          List.of(
              files.path(FILE, REPLICATION).toString(),
              Integer.toString(row.bufferBytes()),
              Integer.toString(runs + 1)));
      return FirstReadsMain.times(Files.readAllLines(output), files.crc(FILE));
    }
  }
}
