package io.evenkeel.cli.bench.small;

import io.evenkeel.cli.bench.BenchFiles;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.read.LedgerStatistics;
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
import org.apache.hadoop.fs.statistics.IOStatistics;

/**
 * Positional reads at seeded random places of one file, at a fixed rate, while all DataNodes are
 * healthy and then while one of them delays every read or is stopped; first by the stock client,
 * then by Evenkeel. Every byte is compared with a local copy.
 */
final class SmallBench {
  static final int FILE_MIB = 256;
  private static final long BLOCK_BYTES = 4 << 20;
  private static final int FILE_SEED = 9;
  private static final long CACHE_BYTES = 2L << 30;
  private static final Duration PUBLISHING_AT_MOST = Duration.ofMinutes(1);
  private static final int WARM_UP_READS = 1000;
  private static final long GRACE_NANOS = Duration.ofSeconds(20).toNanos();

  /** Where nobody goes past a stopped node, more than this would only wait for longer. */
  private static final int HANGING_SECONDS = 20;

  private final List<SmallRow> rows;
  private final double perSecond;
  private final int reads;
  private final Consumer<String> progress;
  private final List<SmallResult> results = new ArrayList<>();
  private ByteBuffer expected;

  /**
   * @param reads how many a phase
   */
  SmallBench(List<SmallRow> rows, double perSecond, int reads, Consumer<String> progress) {
    this.rows = rows;
    this.perSecond = perSecond;
    this.reads = reads;
    this.progress = progress;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  List<SmallResult> run() throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    ClusterSettings settings =
        ClusterSettings.builder()
            .rateBytesPerSecond(0)
            .blockSizeBytes(BLOCK_BYTES)
            .cacheBytes(CACHE_BYTES)
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      expected = localCopy(cluster.folder().resolve("content"));
      for (SmallRow row : rows) {
        new RowRun(cluster, row).run();
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
    private final SmallRow row;
    private final Path file;
    private int slowNode;
    private Duration delay = Duration.ZERO;

    RowRun(LocalCluster cluster, SmallRow row) {
      this.cluster = cluster;
      this.row = row;
      this.file = new Path("/" + row.name());
    }

    void run() throws IOException, InterruptedException {
      progress.accept(row.name() + ", writing");
      cluster.restartManager();
      cluster.awaitCacheNodes();
      write();
      Configuration evenkeel = cluster.evenkeelConfiguration();
      if (!row.withParity()) {
        Installation.MANAGER_AND_CACHE.forEach(evenkeel::unset);
      }
      measure("stock", cluster.clientConfiguration());
      measure("Evenkeel", evenkeel);
    }

    private void write() throws IOException, InterruptedException {
      try (EvenkeelFileSystem fs =
          (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration())) {
        try (OutputStream out =
            fs.create(file, true, 4096, (short) row.replication(), BLOCK_BYTES)) {
          fill(out);
        }
        if (!fs.awaitPublished(PUBLISHING_AT_MOST)) {
          throw new IOException("the parity was not published within " + PUBLISHING_AT_MOST);
        }
        slowNode = cluster.dataNodeAt(fs.getFileBlockLocations(file, 0, 1)[0].getNames()[0]);
      }
    }

    private void measure(String client, Configuration conf)
        throws IOException, InterruptedException {
      try (FileSystem fs = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
        fs.setVerifyChecksum(row.verifies());
        try (FSDataInputStream in = fs.open(file)) {
          progress.accept(row.name() + ", " + client + ", healthy");
          new Phase(in, 1).measure(WARM_UP_READS);
          Phase healthy = new Phase(in, 2);
          long sent = cluster.sentBytes();
          long before = duplicatedBytes(in);
          Latencies calm = healthy.measure(reads);
          double calmTwice = (double) (duplicatedBytes(in) - before) / healthy.bytes(reads);
          double calmRatio = (double) (cluster.sentBytes() - sent) / healthy.bytes(reads);
          delay = delay.isZero() ? delayOf(calm) : delay;
          progress.accept(row.name() + ", " + client + ", one node is not");
          Phase slow = new Phase(in, 3);
          sent = cluster.sentBytes();
          before = duplicatedBytes(in);
          boolean hangs = row.stopped() && client.equals("stock");
          int count = hangs ? (int) Math.min(reads, HANGING_SECONDS * perSecond) : reads;
          Latencies slowed;
          makeSlow(true);
          try {
            slowed = slow.measure(count);
          } finally {
            makeSlow(false);
          }
          double slowRatio = (double) (cluster.sentBytes() - sent) / slow.bytes(count);
          double slowTwice = (double) (duplicatedBytes(in) - before) / slow.bytes(count);
          long millis = row.stopped() ? 0 : delay.toMillis();
          results.add(
              new SmallResult(
                  row, client, millis, calm, slowed, calmRatio, slowRatio, calmTwice, slowTwice));
        }
      }
    }

    private static long duplicatedBytes(FSDataInputStream in) {
      IOStatistics statistics = in.getIOStatistics();
      return statistics == null
          ? 0
          : statistics.counters().getOrDefault(LedgerStatistics.DUPLICATED_BYTES, 0L);
    }

    /** The stock client's median is what both clients' straggler is made by. */
    private Duration delayOf(Latencies healthy) {
      return Duration.ofNanos((long) ((8 * healthy.p50Millis() + 20) * 1e6));
    }

    private void makeSlow(boolean slow) throws IOException {
      if (!row.stopped()) {
        cluster.delay(slowNode, slow ? delay : Duration.ZERO);
      } else if (slow) {
        cluster.stop(slowNode);
      } else {
        cluster.resume(slowNode);
      }
    }

    /** Reads of one stream by many threads; where and how much is drawn by its seed. */
    private final class Phase implements OpenLoop.Operation {
      private final FSDataInputStream in;
      private final long seed;
      private final ThreadLocal<byte[]> buffer =
          ThreadLocal.withInitial(() -> new byte[row.longestBytes()]);

      Phase(FSDataInputStream in, long seed) {
        this.in = in;
        this.seed = seed;
      }

      Latencies measure(int count) throws IOException, InterruptedException {
        return new OpenLoop(perSecond, row.threads(), GRACE_NANOS).run(count, this);
      }

      private int length(SplittableRandom random) {
        return row.shortestBytes() + random.nextInt(row.longestBytes() - row.shortestBytes() + 1);
      }

      private SplittableRandom random(int number) {
        return new SplittableRandom(seed * 1_000_003 + number);
      }

      long bytes(int count) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
          bytes += length(random(i));
        }
        return bytes;
      }

      @Override
      public void run(int number) throws IOException {
        SplittableRandom random = random(number);
        int length = length(random);
        int at = random.nextInt(expected.capacity() - length);
        byte[] bytes = buffer.get();
        in.readFully(at, bytes, 0, length);
        if (ByteBuffer.wrap(bytes, 0, length).mismatch(expected.slice(at, length)) >= 0) {
          throw new IOException("wrong bytes: " + length + " from " + at + " on of " + file);
        }
      }
    }
  }
}
