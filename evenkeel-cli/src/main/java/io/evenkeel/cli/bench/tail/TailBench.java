package io.evenkeel.cli.bench.tail;

import io.evenkeel.cli.bench.BenchFiles;
import io.evenkeel.cli.bench.Latencies;
import io.evenkeel.cli.bench.OpenLoop;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.client.nodes.LedgerStatistic;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/**
 * Operations at seeded random places of one file, at a fixed rate, while all DataNodes are healthy
 * and then while one of them is not; first by the stock client, then by Evenkeel. Every byte is
 * compared with a local copy.
 */
final class TailBench {
  static final int FILE_MIB = 256;
  private static final int FILE_SEED = 9;
  private static final long CACHE_BYTES = 2L << 30;
  private static final Duration PUBLISHING_AT_MOST = Duration.ofMinutes(1);
  private static final double SLOW_FACTOR = 8;
  private static final long GRACE_NANOS = Duration.ofSeconds(20).toNanos();

  /** Where nobody goes past a stopped node, more than this would only wait for longer. */
  private static final int HANGING_SECONDS = 20;

  private final List<TailRow> rows;
  private final int count;
  private final Duration seek;
  private final Consumer<String> progress;
  private final List<TailResult> results = new ArrayList<>();
  private ByteBuffer expected;

  /**
   * @param count how many operations a phase
   * @param seek what every DataNode waits before each read
   */
  TailBench(List<TailRow> rows, int count, Duration seek, Consumer<String> progress) {
    this.rows = rows;
    this.count = count;
    this.seek = seek;
    this.progress = progress;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  List<TailResult> run() throws IOException, InterruptedException {
    for (long rate : rows.stream().mapToLong(TailRow::rateBytesPerSecond).distinct().toArray()) {
      progress.accept("starting a cluster");
      ClusterSettings settings =
          ClusterSettings.builder().rateBytesPerSecond(rate).cacheBytes(CACHE_BYTES).build();
      try (LocalCluster cluster = LocalCluster.start(settings)) {
        expected = localCopy(cluster.folder().resolve("content"));
        for (int node = 0; node < settings.dataNodes(); node++) {
          cluster.delay(node, seek);
        }
        for (TailRow row : rows) {
          if (row.rateBytesPerSecond() == rate) {
            new RowRun(cluster, row).run();
          }
        }
      }
    }
    return List.copyOf(results);
  }

  private static ByteBuffer localCopy(java.nio.file.Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      fill(out);
    }
    try (FileChannel channel = FileChannel.open(file)) {
      return channel.map(MapMode.READ_ONLY, 0, channel.size());
    }
  }

  private static void fill(OutputStream out) throws IOException {
    for (int i = 0; i < FILE_MIB; i++) {
      out.write(BenchFiles.piece(FILE_SEED, i));
    }
  }

  /** One row, on a file written anew and with a manager that remembers nothing. */
  private final class RowRun {
    private final LocalCluster cluster;
    private final TailRow row;
    private final Load load;
    private final Path path;
    private int slowNode;
    private Duration delay = Duration.ZERO;

    RowRun(LocalCluster cluster, TailRow row) {
      this.cluster = cluster;
      this.row = row;
      this.load = row.load();
      this.path = new Path("/" + row.storage().prefix() + "/" + row.name());
    }

    void run() throws IOException, InterruptedException {
      progress.accept(row.name() + ", writing");
      cluster.restartManager();
      cluster.awaitCacheNodes();
      write();
      Configuration evenkeel = cluster.evenkeelConfiguration();
      if (row.storage() != TailRow.Storage.PARITY) {
        Installation.MANAGER_AND_CACHE.forEach(evenkeel::unset);
      }
      measure("stock", cluster.clientConfiguration());
      measure("Evenkeel", evenkeel);
    }

    private void write() throws IOException, InterruptedException {
      try (EvenkeelFileSystem fs =
          (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration())) {
        fs.mkdirs(path.getParent());
        if (row.storage() == TailRow.Storage.CODED) {
          fs.enableErasureCodingPolicy(TailRow.POLICY);
          fs.setErasureCodingPolicy(path.getParent(), TailRow.POLICY);
        }
        try (OutputStream out =
            fs.create(path, true, 4096, row.storage().replication(), load.blockBytes())) {
          fill(out);
        }
        if (!fs.awaitPublished(PUBLISHING_AT_MOST)) {
          throw new IOException("the parity was not published within " + PUBLISHING_AT_MOST);
        }
        slowNode = cluster.dataNodeAt(holder(fs));
      }
    }

    /** Who has the file's first bytes. */
    private String holder(EvenkeelFileSystem fs) throws IOException {
      LocatedBlock first =
          fs.getClient().getLocatedBlocks(path.toString(), 0, 1).getLocatedBlocks().get(0);
      int at = 0;
      if (first instanceof LocatedStripedBlock group) {
        while (group.getBlockIndices()[at] != 0) {
          at++;
        }
      }
      return first.getLocations()[at].getXferAddr();
    }

    private void measure(String client, Configuration conf)
        throws IOException, InterruptedException {
      try (FileSystem fs = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
        fs.setVerifyChecksum(load.verifies());
        try (FSDataInputStream in = fs.open(path)) {
          Load.Opened file = new Load.Opened(fs, path, in, expected);
          progress.accept(row.name() + ", " + client + ", healthy");
          new Phase(file, load, 1).measure(load.warmUps());
          TailResult.Part calm = new Phase(file, load, 2).measure(count);
          delay = delay.isZero() ? delayOf(calm.latencies()) : delay;
          progress.accept(row.name() + ", " + client + ", one node is not");
          boolean hangs = row.fault() == TailRow.Fault.STOPPED && client.equals("stock");
          int most = (int) Math.max(1, HANGING_SECONDS * row.perSecond());
          TailResult.Part slow;
          makeSlow(true);
          try {
            Phase phase = new Phase(file, row.loadUnderFault(), 3);
            slow = phase.measure(hangs ? Math.min(count, most) : count);
          } finally {
            makeSlow(false);
          }
          boolean delayed = row.fault() == TailRow.Fault.DELAYED;
          results.add(new TailResult(row, client, delayed ? delay.toMillis() : 0, calm, slow));
        }
      }
    }

    /** The stock client's median is what both clients' straggler is made by. */
    private Duration delayOf(Latencies healthy) {
      double readMillis = healthy.percentileMillis(50) / load.readsEach();
      return Duration.ofNanos((long) ((8 * readMillis + 20) * 1e6));
    }

    private void makeSlow(boolean slow) throws IOException {
      switch (row.fault()) {
        case FOURFOLD -> {
          // Nobody is.
        }
        case DELAYED -> cluster.delay(slowNode, slow ? delay : seek);
        case SLOWED -> cluster.slow(slowNode, slow ? SLOW_FACTOR : 1);
        case STOPPED -> {
          if (slow) {
            cluster.stop(slowNode);
          } else {
            cluster.resume(slowNode);
          }
        }
      }
    }

    /** Operations whose places are drawn by one seed. */
    private final class Phase {
      private final Load.Opened file;
      private final Load load;
      private final long seed;

      Phase(Load.Opened file, Load load, long seed) {
        this.file = file;
        this.load = load;
        this.seed = seed;
      }

      TailResult.Part measure(int count) throws IOException, InterruptedException {
        long sent = cluster.sentBytes();
        long before = BenchFiles.counter(LedgerStatistic.DUPLICATED_BYTES.name());
        Latencies latencies =
            new OpenLoop(OpenLoop.atRate(row.perSecond()), load.threads(), GRACE_NANOS)
                .run(count, number -> load.run(file, random(number)));
        double asked = 0;
        for (int i = 0; i < count; i++) {
          asked += load.bytes(random(i));
        }
        return new TailResult.Part(
            latencies,
            (cluster.sentBytes() - sent) / asked,
            (BenchFiles.counter(LedgerStatistic.DUPLICATED_BYTES.name()) - before) / asked);
      }

      private SplittableRandom random(int number) {
        return new SplittableRandom(seed * 1_000_003 + number);
      }
    }
  }
}
