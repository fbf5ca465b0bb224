package io.evenkeel.cli.bench.striped;

import io.evenkeel.cli.bench.BenchFiles;
import io.evenkeel.cli.bench.CpuTimes;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * Whole erasure-coded files by the stock client and by Evenkeel, in one run: all nodes healthy, one
 * 8 times slower, where parity is cached the one of the stored parity, too, and one to m of them
 * stopped. Every read is checked.
 */
final class StripedBench {
  /** The file's length in MiB. */
  static final int FILE_MIB = 192;

  /** By how much it is read. */
  static final int BUFFER_BYTES = 128 << 10;

  private static final int WAKE_TIMES_MAX = 5;
  private static final long SEED = 31;
  static final double SLOW_FACTOR = 8;
  private static final Path FOLDER = new Path("/striped");
  static final Path FILE = new Path(FOLDER, "file");

  /** A read that takes longer is said to hang. */
  static final long GIVE_UP_SECONDS = 30;

  private static final int STOCK_SLOW_RUNS_MAX = 5;
  private static final int CELL_BYTES = 1 << 20;
  private static final Duration PUBLISHING_AT_MOST = Duration.ofMinutes(1);

  private final int runs;
  private final List<Integer> stoppedCounts;
  private final int processes;
  private final Consumer<String> progress;
  private final List<StripedResult> results = new ArrayList<>();
  private long crc;

  /**
   * @param stoppedCounts how many DataNodes to stop; empty for one to m
   * @param processes new ones of each client in a phase
   */
  StripedBench(int runs, List<Integer> stoppedCounts, int processes, Consumer<String> progress) {
    this.runs = runs;
    this.stoppedCounts = stoppedCounts;
    this.processes = processes;
    this.progress = progress;
  }

  /** In the order in which they were measured. */
  List<StripedResult> results() {
    return results;
  }

  /** Measures a row; everything it started is gone when it returns or throws. */
  void run(StripedRow row) throws IOException, InterruptedException {
    progress.accept(row.name() + ", starting " + row.dataNodes() + " DataNodes");
    ClusterSettings settings =
        ClusterSettings.builder()
            .dataNodes(row.dataNodes())
            .redisServers(row.isCached() ? 1 : 0)
            .withManager(row.isCached())
            .placementWidth(1)
            .rateBytesPerSecond(row.rateBytesPerSecond())
            .blockSizeBytes(128L << 20)
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      // Whoever has never been read from runs that code for the first time.
      cluster.checkRates();
      List<Integer> holders = write(cluster, row);
      try (Client stock = new Client("stock", cluster, cluster.clientConfiguration());
          Client own = new Client("Evenkeel", cluster, cluster.evenkeelConfiguration())) {
        healthy(row, stock, own);
        if (row.rateBytesPerSecond() > 0) {
          slow(cluster, row, holders, stock, own);
        }
        if (processes > 0) {
          inNewProcesses(cluster, row, holders);
        }
        for (int stopped = 1; stopped <= row.parityUnits(); stopped++) {
          if (stoppedCounts.isEmpty() || stoppedCounts.contains(stopped)) {
            stopped(cluster, row, holders, stopped);
          }
        }
      }
    }
  }

  private void slow(
      LocalCluster cluster, StripedRow row, List<Integer> holders, Client stock, Client own)
      throws IOException, InterruptedException {
    progress.accept(row.name() + ", one node slow");
    wakeAll(cluster);
    cluster.slow(holders.get(1), SLOW_FACTOR);
    results.add(own.read(row, "one slow", runs));
    results.add(stock.read(row, "one slow", Math.min(runs, STOCK_SLOW_RUNS_MAX)));
    if (row.isCached()) {
      progress.accept(row.name() + ", the stored parity's slow, too");
      cluster.slow(holders.get(row.dataUnits()), SLOW_FACTOR);
      results.add(own.read(row, "two slow", runs));
      results.add(stock.read(row, "two slow", Math.min(runs, STOCK_SLOW_RUNS_MAX)));
      cluster.slow(holders.get(row.dataUnits()), 1);
    }
    cluster.slow(holders.get(1), 1);
  }

  /**
   * Nodes of parity have had nothing to do for as long as reads were healthy, and a machine may
   * page out what has not run for a minute: then they, too, are slow for seconds, at times for more
   * than a minute, which no node of a cluster in use is.
   */
  private static void wakeAll(LocalCluster cluster) throws IOException {
    for (int timesLeft = WAKE_TIMES_MAX; ; timesLeft--) {
      try {
        cluster.checkRates();
        return;
      } catch (SocketTimeoutException e) {
        if (timesLeft == 1) {
          throw e;
        }
      }
    }
  }

  /** Healthy; then one node slow, where nodes have a rate, and stopped. */
  private void inNewProcesses(LocalCluster cluster, StripedRow row, List<Integer> holders)
      throws IOException, InterruptedException {
    NewProcesses ofRow = new NewProcesses(cluster, processes);
    progress.accept(row.name() + ", new processes");
    results.addAll(ofRow.run(row, NewProcesses.PHASE, crc, true));
    progress.accept(row.name() + ", new processes, one node not well");
    int holder = holders.get(1);
    if (row.rateBytesPerSecond() > 0) {
      cluster.slow(holder, SLOW_FACTOR);
      results.addAll(ofRow.run(row, NewProcesses.PHASE + " slow", crc, false));
      cluster.slow(holder, 1);
    }
    cluster.stop(holder);
    try {
      results.addAll(ofRow.run(row, NewProcesses.PHASE + " stopped", crc, false));
    } finally {
      cluster.resume(holder);
    }
  }

  /** Both clients by turns, each first as often as the other. */
  private void healthy(StripedRow row, Client stock, Client own)
      throws IOException, InterruptedException {
    progress.accept(row.name() + ", warming up");
    for (int i = 0; i < 3; i++) {
      stock.read(row, "warm", 1);
      own.read(row, "warm", 1);
    }
    progress.accept(row.name() + ", healthy");
    List<StripedResult> ofStock = new ArrayList<>();
    List<StripedResult> ofOwn = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      boolean stockFirst = i % 4 == 0 || i % 4 == 3;
      if (stockFirst) {
        ofStock.add(stock.read(row, "healthy", 1));
      }
      ofOwn.add(own.read(row, "healthy", 1));
      if (!stockFirst) {
        ofStock.add(stock.read(row, "healthy", 1));
      }
    }
    results.add(sum(ofStock));
    results.add(sum(ofOwn));
  }

  private static StripedResult sum(List<StripedResult> parts) {
    StripedResult first = parts.get(0);
    List<Long> nanos = new ArrayList<>();
    long sent = 0;
    long cpu = 0;
    for (StripedResult part : parts) {
      nanos.addAll(part.nanos());
      sent += part.sentBytes();
      cpu += part.cpuNanos();
    }
    return new StripedResult(
        first.row(), first.phase(), first.client(), nanos, first.fileBytes(), sent, cpu, false);
  }

  /** A client of its own: nothing that it knows of the nodes is from before. */
  private void stopped(LocalCluster cluster, StripedRow row, List<Integer> holders, int count)
      throws IOException, InterruptedException {
    String phase = count + " stopped";
    progress.accept(row.name() + ", " + phase);
    try (Client own = new Client("Evenkeel", cluster, cluster.evenkeelConfiguration());
        Client stock = new Client("stock", cluster, cluster.clientConfiguration())) {
      own.read(row, "warm", 2);
      stock.read(row, "warm", 1);
      wakeAll(cluster);
      for (int i = 0; i < count; i++) {
        cluster.stop(holders.get(i));
      }
      try {
        results.add(own.read(row, phase, runs));
        if (count == 1) {
          results.add(stock.read(row, phase, 1));
        }
      } finally {
        for (int i = 0; i < count; i++) {
          cluster.resume(holders.get(i));
        }
      }
    }
  }

  /** Writes the file; answers the DataNodes of its first group's blocks, by index. */
  private List<Integer> write(LocalCluster cluster, StripedRow row)
      throws IOException, InterruptedException {
    progress.accept(row.name() + ", writing");
    CRC32C sum = new CRC32C();
    try (EvenkeelFileSystem fs =
        (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration())) {
      if (row.isCached()) {
        // These are none of HDFS's own.
        cluster.awaitCacheNodes();
        ECSchema schema = new ECSchema("rs", row.dataUnits(), row.parityUnits());
        fs.addErasureCodingPolicies(
            new ErasureCodingPolicy[] {new ErasureCodingPolicy(schema, CELL_BYTES)});
      }
      fs.mkdirs(FOLDER);
      fs.enableErasureCodingPolicy(row.policy());
      fs.setErasureCodingPolicy(FOLDER, row.policy());
      try (FSDataOutputStream out = fs.create(FILE, true)) {
        for (int i = 0; i < FILE_MIB; i++) {
          byte[] piece = BenchFiles.piece(SEED, i);
          out.write(piece);
          sum.update(piece);
        }
      }
      if (!fs.awaitPublished(PUBLISHING_AT_MOST)) {
        throw new IOException("the parity was not published within " + PUBLISHING_AT_MOST);
      }
      crc = sum.getValue();
      return BenchFiles.holders(cluster, fs, FILE);
    }
  }

  /** One client, and what its reads cost. */
  private final class Client implements AutoCloseable {
    private final String name;
    private final LocalCluster cluster;
    private final FileSystem fs;
    private final ExecutorService reader = Executors.newSingleThreadExecutor();

    Client(String name, LocalCluster cluster, Configuration conf) throws IOException {
      this.name = name;
      this.cluster = cluster;
      this.fs = FileSystem.newInstance(conf);
      if (name.equals("Evenkeel") && !(fs instanceof EvenkeelFileSystem)) {
        throw new IOException("the client with Evenkeel is a " + fs.getClass());
      }
    }

    StripedResult read(StripedRow row, String phase, int times)
        throws IOException, InterruptedException {
      List<Long> nanos = new ArrayList<>();
      long sentBefore = cluster.sentBytes();
      long cpuBefore = CpuTimes.ofProcess();
      boolean gaveUp = false;
      for (int i = 0; i < times && !gaveUp; i++) {
        Future<Long> read = reader.submit(this::readOnce);
        try {
          nanos.add(read.get(GIVE_UP_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
          gaveUp = true;
        } catch (ExecutionException e) {
          throw new IOException(name + ", " + phase + ": " + e.getCause(), e);
        }
      }
      long cpu = CpuTimes.ofProcess() - cpuBefore;
      long sent = gaveUp ? 0 : cluster.sentBytes() - sentBefore;
      return new StripedResult(
          row.name(), phase, name, nanos, (long) FILE_MIB << 20, sent, cpu, gaveUp);
    }

    private long readOnce() throws IOException {
      byte[] buffer = new byte[BUFFER_BYTES];
      CRC32C sum = new CRC32C();
      long start = System.nanoTime();
      try (FSDataInputStream in = fs.open(FILE)) {
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
          sum.update(buffer, 0, got);
        }
      }
      long nanos = System.nanoTime() - start;
      if (sum.getValue() != crc) {
        throw new IOException(name + " has read wrong bytes of " + FILE);
      }
      return nanos;
    }

    @Override
    public void close() throws IOException {
      reader.shutdownNow();
      fs.close();
    }
  }
}
