package io.evenkeel.cli.bench;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Whole-file reads while one DataNode that holds a block is stopped, against healthy reads. */
public final class StoppedNodeBench {
  private static final int PIECES = 64;
  private static final long SEED = 11;
  private static final Path PATH = new Path("/stopped");

  private final int runs;
  private final Consumer<String> progress;

  public StoppedNodeBench(int runs, Consumer<String> progress) {
    this.runs = runs;
    this.progress = progress;
  }

  /** Runs it; the result for people. */
  public String run() throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    try (LocalCluster cluster = LocalCluster.start(ClusterSettings.defaults())) {
      BenchFiles.write(cluster, PATH, PIECES, SEED);
      try (EvenkeelFileSystem parallel = BenchFiles.evenkeel(cluster, "parallel");
          EvenkeelFileSystem poCache = BenchFiles.evenkeel(cluster, "pocache");
          EvenkeelFileSystem adaptive = BenchFiles.evenkeel(cluster, "adaptive")) {
        List<Long> healthy = reads("healthy parallel", parallel);
        reads("healthy pocache", poCache);
        reads("healthy adaptive", adaptive);
        cluster.stop(holderOfSecondBlock(cluster));
        List<Long> poCacheStopped = reads("pocache, one DataNode stopped", poCache);
        List<Long> adaptiveStopped = reads("adaptive, one DataNode stopped", adaptive);
        List<Long> closes = closes(poCache);
        return report(healthy, poCacheStopped, adaptiveStopped, closes);
      }
    }
  }

  private List<Long> reads(String what, FileSystem fs) throws IOException {
    List<Long> nanos = new ArrayList<>();
    BenchFiles.read(fs, PATH, PIECES, SEED);
    for (int i = 1; i <= runs; i++) {
      progress.accept(what + ", round " + i + "/" + runs);
      nanos.add(BenchFiles.read(fs, PATH, PIECES, SEED));
    }
    return nanos;
  }

  /** Closes in mid-read, with the stopped DataNode's lane open. */
  private List<Long> closes(FileSystem fs) throws IOException {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < 3 * runs; i++) {
      FSDataInputStream in = fs.open(PATH);
      in.readFully(new byte[BenchFiles.PIECE_BYTES]);
      long start = System.nanoTime();
      in.close();
      nanos.add(System.nanoTime() - start);
    }
    return nanos;
  }

  private static int holderOfSecondBlock(LocalCluster cluster) throws IOException {
    try (FileSystem fs = cluster.newStockFileSystem()) {
      BlockLocation[] blocks = fs.getFileBlockLocations(PATH, 0, Long.MAX_VALUE);
      return cluster.dataNodeAt(blocks[1].getNames()[0]);
    }
  }

  private static String report(
      List<Long> healthy, List<Long> poCache, List<Long> adaptive, List<Long> closes) {
    double base = BenchFiles.medianMillis(healthy);
    return String.format(
        Locale.ROOT,
        "64 MiB in 4 blocks, one DataNode stopped (SIGSTOP), %d rounds, every byte checked%n"
            + "  healthy parallel     median %6.0f ms%n"
            + "  pocache, stopped     median %6.0f ms  max %6.0f ms  %.2f x healthy parallel%n"
            + "  adaptive, stopped    median %6.0f ms  max %6.0f ms  %.2f x healthy parallel%n"
            + "  close() in mid-read  median %6.2f ms  max %6.2f ms%n",
        healthy.size(),
        base,
        BenchFiles.medianMillis(poCache),
        BenchFiles.maxMillis(poCache),
        BenchFiles.medianMillis(poCache) / base,
        BenchFiles.medianMillis(adaptive),
        BenchFiles.maxMillis(adaptive),
        BenchFiles.medianMillis(adaptive) / base,
        BenchFiles.medianMillis(closes),
        BenchFiles.maxMillis(closes));
  }
}
