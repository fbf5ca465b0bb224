package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.client.ReadTotals;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file whose stripes do not fit the read memory: blocks are read one after the other, and a block
 * on the straggler is made from the others.
 */
public final class LargeFileBench {
  private static final int PIECES = 1024;
  private static final long BLOCK_BYTES = 128L << 20;
  private static final double SLOW_FACTOR = 8;
  private static final long SEED = 12;
  private static final Path PATH = new Path("/large");

  private final int runs;
  private final Consumer<String> progress;

  public LargeFileBench(int runs, Consumer<String> progress) {
    this.runs = runs;
    this.progress = progress;
  }

  /** Runs it. */
  public BenchResult run() throws IOException, InterruptedException {
    progress.accept("starting a cluster and writing 1 GiB");
    ClusterSettings settings = ClusterSettings.builder().blockSizeBytes(BLOCK_BYTES).build();
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      BenchFiles.write(cluster, PATH, PIECES, SEED);
      try (FileSystem plain = cluster.newStockFileSystem();
          EvenkeelFileSystem adaptive = BenchFiles.evenkeel(cluster, "adaptive")) {
        List<Long> healthyPlain = new ArrayList<>();
        List<Long> healthy = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
          progress.accept("healthy, round " + i + "/" + runs);
          healthyPlain.add(BenchFiles.read(plain, PATH, PIECES, SEED));
          healthy.add(BenchFiles.read(adaptive, PATH, PIECES, SEED));
        }
        int straggler = holderOfSecondBlock(cluster);
        cluster.slow(straggler, SLOW_FACTOR);
        ReadTotals before = EvenkeelReads.settled(adaptive);
        List<Long> slow = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
          progress.accept("with a straggler, round " + i + "/" + runs);
          slow.add(BenchFiles.read(adaptive, PATH, PIECES, SEED));
        }
        ReadTotals spent = EvenkeelReads.settled(adaptive).minus(before);
        double ratio =
            (double) (spent.receivedBytes() + spent.plainBytes())
                / ((double) runs * PIECES * BenchFiles.PIECE_BYTES);
        ObjectNode figures = BenchResult.tree();
        BenchResult.millis(figures, "healthyPlainMillis", healthyPlain);
        BenchResult.millis(figures, "healthyMillis", healthy);
        BenchResult.millis(figures, "stragglerMillis", slow);
        figures.put("stragglerBytesRatio", ratio);
        figures.put("blocksOnStraggler", blocksOn(cluster, straggler));
        figures.put("peakBufferBytes", adaptive.peakBufferBytes());
        String text =
            report(
                healthyPlain,
                healthy,
                slow,
                ratio,
                blocksOn(cluster, straggler),
                adaptive.peakBufferBytes());
        return new BenchResult(text, figures);
      }
    }
  }

  private static int holderOfSecondBlock(LocalCluster cluster) throws IOException {
    try (FileSystem fs = cluster.newStockFileSystem()) {
      BlockLocation[] blocks = fs.getFileBlockLocations(PATH, 0, Long.MAX_VALUE);
      return cluster.dataNodeAt(blocks[1].getNames()[0]);
    }
  }

  private static long blocksOn(LocalCluster cluster, int node) throws IOException {
    long count = 0;
    try (FileSystem fs = cluster.newStockFileSystem()) {
      for (BlockLocation block : fs.getFileBlockLocations(PATH, 0, Long.MAX_VALUE)) {
        count += cluster.dataNodeAt(block.getNames()[0]) == node ? 1 : 0;
      }
    }
    return count;
  }

  private static String report(
      List<Long> healthyPlain,
      List<Long> healthy,
      List<Long> slow,
      double ratio,
      long blocks,
      long peakBytes) {
    double base = BenchFiles.medianMillis(healthyPlain);
    return String.format(
        Locale.ROOT,
        "1 GiB in 8 blocks of 128 MiB, one DataNode %.0f x slower holds %d of them; %d rounds, every"
            + " byte checked%n"
            + "  healthy plain, sequential  median %7.0f ms%n"
            + "  healthy adaptive           median %7.0f ms  %.2f x%n"
            + "  adaptive with straggler    median %7.0f ms  %.2f x healthy plain, %.2f x the bytes%n"
            + "  peak of read buffers       %.1f MiB%n",
        SLOW_FACTOR,
        blocks,
        slow.size(),
        base,
        BenchFiles.medianMillis(healthy),
        BenchFiles.medianMillis(healthy) / base,
        BenchFiles.medianMillis(slow),
        BenchFiles.medianMillis(slow) / base,
        ratio,
        peakBytes / (double) (1 << 20));
  }
}
