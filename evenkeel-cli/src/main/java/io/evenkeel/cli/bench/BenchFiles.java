package io.evenkeel.cli.bench;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.nodes.LedgerStatistic;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelStatistics;
import io.evenkeel.sim.chance.Quantiles;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.util.StringUtils;

/**
 * Files of seeded pseudo-random MiB pieces, written and read with every byte checked outside the
 * timing.
 */
public final class BenchFiles {
  static final int PIECE_BYTES = 1 << 20;
  private static final long HOLDERS_ASKED_EVERY_MILLIS = 20;
  private static final int HOLDERS_ASKED_MOST = 500;

  private BenchFiles() {}

  /** The MiB of that number of a file of that seed. */
  public static byte[] piece(long seed, int number) {
    byte[] bytes = new byte[PIECE_BYTES];
    new SplittableRandom(seed * 1_000_003 + number).nextBytes(bytes);
    return bytes;
  }

  /** Writes a file of so many MiB through Evenkeel and waits for its parity. */
  static void write(LocalCluster cluster, Path path, int pieces, long seed)
      throws IOException, InterruptedException {
    try (EvenkeelFileSystem fs = evenkeel(cluster, "adaptive")) {
      try (FSDataOutputStream out = fs.create(path, true)) {
        for (int i = 0; i < pieces; i++) {
          out.write(piece(seed, i));
        }
      }
      if (!fs.awaitPublished(Duration.ofSeconds(60))) {
        throw new IOException("the parity of " + path + " was not published within 60 s");
      }
    }
  }

  /**
   * The DataNodes of the blocks of an erasure-coded file's first group, by index; waits until all
   * of them have told the NameNode.
   */
  public static List<Integer> holders(LocalCluster cluster, EvenkeelFileSystem fs, Path path)
      throws IOException, InterruptedException {
    int total = 0;
    int told = 0;
    for (int i = 0; i < HOLDERS_ASKED_MOST; i++) {
      LocatedBlocks blocks = fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE);
      LocatedStripedBlock group = (LocatedStripedBlock) blocks.get(0);
      ErasureCodingPolicy policy = blocks.getErasureCodingPolicy();
      total = policy.getNumDataUnits() + policy.getNumParityUnits();
      DatanodeInfo[] nodes = group.getLocations();
      told = nodes.length;
      if (told == total) {
        Integer[] holders = new Integer[total];
        for (int n = 0; n < total; n++) {
          holders[group.getBlockIndices()[n]] = cluster.dataNodeAt(nodes[n].getXferAddr());
        }
        return Arrays.asList(holders);
      }
      Thread.sleep(HOLDERS_ASKED_EVERY_MILLIS);
    }
    throw new IOException(
        "of the %d blocks of %s only %d are known to the NameNode".formatted(total, path, told));
  }

  /**
   * One of Evenkeel's counters of this process; 0 while it has read by the stock client only.
   *
   * @param name as {@link LedgerStatistic} has it
   */
  public static long counter(String name) {
    StorageStatistics statistics = GlobalStorageStatistics.INSTANCE.get(EvenkeelStatistics.NAME);
    return statistics == null ? 0 : statistics.getLong(name);
  }

  static EvenkeelFileSystem evenkeel(LocalCluster cluster, String scheme) throws IOException {
    Configuration conf = cluster.evenkeelConfiguration();
    conf.set(EvenkeelKeys.SCHEME.name(), scheme);
    return (EvenkeelFileSystem) FileSystem.newInstance(conf);
  }

  /**
   * Reads a file whole and checks every byte; answers the nanoseconds spent in calls of the stream.
   */
  static long read(FileSystem fs, Path path, int pieces, long seed) throws IOException {
    byte[] bytes = new byte[PIECE_BYTES];
    long start = System.nanoTime();
    FSDataInputStream in = fs.open(path);
    long nanos = System.nanoTime() - start;
    for (int i = 0; i < pieces; i++) {
      start = System.nanoTime();
      in.readFully(bytes);
      nanos += System.nanoTime() - start;
      if (!Arrays.equals(bytes, piece(seed, i))) {
        throw new IOException("wrong bytes in MiB " + i + " of " + path);
      }
    }
    if (in.read() >= 0) {
      throw new EOFException(path + " goes on after " + pieces + " MiB");
    }
    start = System.nanoTime();
    in.close();
    return nanos + System.nanoTime() - start;
  }

  /** A key's default, which is in bytes. */
  static long defaultBytes(EvenkeelKeys.Key key) {
    return StringUtils.TraditionalBinaryPrefix.string2long(key.defaultValue());
  }

  static double medianMillis(List<Long> nanos) {
    return Quantiles.medianMillis(nanos);
  }

  static double maxMillis(List<Long> nanos) {
    return nanos.stream().mapToLong(Long::longValue).max().orElseThrow() / 1e6;
  }
}
