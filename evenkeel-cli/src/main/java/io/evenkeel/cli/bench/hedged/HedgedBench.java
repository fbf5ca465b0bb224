package io.evenkeel.cli.bench.hedged;

import io.evenkeel.cli.bench.BenchFiles;
import io.evenkeel.cli.bench.hedged.HedgedRow.Fault;
import io.evenkeel.cli.bench.hedged.HedgedRow.Size;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;

/**
 * Replicated files while one DataNode is slow or hangs, by the stock client, by HDFS's hedged reads
 * at several thresholds and by Evenkeel, in turns of some reads each. Every byte is checked.
 */
final class HedgedBench {
  static final int FILE_MIB = 16;
  static final int RATE_MIB_PER_SECOND = 64;
  static final int REPLICATION = 3;
  static final double SLOW_FACTOR = 8;
  static final String HEALTHY = "healthy";
  private static final int SEED = 17;
  private static final int TURNS = 10;
  private static final int WARM_UP_RUNS = 3;
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

  private final List<HedgedRow> rows;
  private final int runs;
  private final Consumer<String> progress;
  private final List<HedgedReads> results = new ArrayList<>();

  /**
   * @param runs how many whole-file reads a client makes in a phase; of small ones thirty times as
   *     many
   */
  HedgedBench(List<HedgedRow> rows, int runs, Consumer<String> progress) {
    this.rows = rows;
    this.runs = runs;
    this.progress = progress;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  List<HedgedReads> run() throws IOException, InterruptedException {
    for (HedgedRow row : rows) {
      // A node that was stopped for minutes is not the others' equal any more.
      progress.accept(row.name() + ", starting a cluster");
      ClusterSettings settings =
          ClusterSettings.builder()
              .redisServers(0)
              .withManager(false)
              .placementWidth(1)
              .rateBytesPerSecond((long) RATE_MIB_PER_SECOND << 20)
              .build();
      try (LocalCluster cluster = LocalCluster.start(settings)) {
        new RowRun(cluster, row).run();
      }
    }
    return List.copyOf(results);
  }

  private final class RowRun {
    private final LocalCluster cluster;
    private final HedgedRow row;

    /** Clients of which a read has not ended; their processes are gone. */
    private final Set<String> hung = new HashSet<>();

    RowRun(LocalCluster cluster, HedgedRow row) {
      this.cluster = cluster;
      this.row = row;
    }

    void run() throws IOException, InterruptedException {
      ByteBuffer content = write();
      int node = holder();
      Path folder = Files.createDirectory(cluster.folder().resolve("clients"));
      try (HedgedClients clients = new HedgedClients(cluster, folder, FILE, content, row.size())) {
        progress.accept(row.name() + ", warming up");
        for (String name : clients.names()) {
          clients.named(name).read(WARM_UP_RUNS * row.readsPerRun(), 0);
        }
        measure(clients, HEALTHY, clients.names());
        measureFault(clients, node);
      }
    }

    private void measureFault(HedgedClients clients, int node)
        throws IOException, InterruptedException {
      List<String> names = new ArrayList<>(clients.names());
      names.removeAll(hung);
      if (row.fault() == Fault.STOPPED) {
        // Its reads end after the socket's timeout of a minute, each of them.
        names.remove(HedgedClients.STOCK);
        cluster.stop(node);
      } else {
        cluster.slow(node, SLOW_FACTOR);
      }
      try {
        measure(clients, row.fault().name().toLowerCase(Locale.ROOT), names);
      } finally {
        if (row.fault() == Fault.STOPPED) {
          cluster.resume(node);
        } else {
          cluster.slow(node, 1);
        }
      }
    }

    private ByteBuffer write() throws IOException {
      ByteBuffer content = ByteBuffer.allocate(FILE_MIB << 20);
      try (FileSystem fs = cluster.newStockFileSystem();
          OutputStream out =
              fs.create(FILE, true, 4096, (short) REPLICATION, row.size().blockBytes())) {
        for (int i = 0; i < FILE_MIB; i++) {
          byte[] piece = BenchFiles.piece(SEED, i);
          out.write(piece);
          content.put(piece);
        }
      }
      return content.clear();
    }

    /** Who has a replica of the first block. */
    private int holder() throws IOException {
      try (FileSystem fs = cluster.newStockFileSystem()) {
        return cluster.dataNodeAt(fs.getFileBlockLocations(FILE, 0, 1)[0].getNames()[0]);
      }
    }

    /** In turns, the first client of a turn another one each time. */
    private void measure(HedgedClients clients, String phase, List<String> names)
        throws IOException, InterruptedException {
      Map<String, HedgedReads> reads = new LinkedHashMap<>();
      names.forEach(name -> reads.put(name, HedgedReads.none(row, phase, name)));
      int turns = Math.min(TURNS, runs);
      List<String> order = new ArrayList<>(names);
      for (int turn = 0; turn < turns; turn++) {
        progress.accept(row.name() + ", " + phase + ", turn " + (turn + 1) + " of " + turns);
        int count = (runs * (turn + 1) / turns - runs * turn / turns) * row.readsPerRun();
        for (String name : List.copyOf(order)) {
          long before = cluster.sentBytes();
          try {
            List<Long> nanos = clients.named(name).read(count, turn + 1L);
            reads.put(
                name,
                reads.get(name).and(nanos, asked(count), cluster.sentBytesOnceQuiet() - before));
          } catch (ReadingProcess.HungException e) {
            // Its earlier turns are told all the same; and the others go on.
            progress.accept(e.getMessage());
            reads.put(name, reads.get(name).andHangs());
            order.remove(name);
            hung.add(name);
          }
        }
        Collections.rotate(order, 1);
      }
      results.addAll(reads.values());
    }

    private long asked(int count) {
      return (long) count * (row.size() == Size.WHOLE ? FILE_MIB << 20 : HedgedRow.SMALL_BYTES);
    }
  }
}
