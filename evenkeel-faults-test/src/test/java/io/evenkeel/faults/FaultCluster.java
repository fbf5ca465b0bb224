package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.BlockVersions;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** A cluster to break, its clients, and what the tests of this package ask about it. */
final class FaultCluster implements AutoCloseable {
  static final int BLOCK_BYTES = 1 << 20;

  /** Data blocks in a stripe of the default code. */
  static final int STRIPE_BLOCKS = 4;

  /** Far beyond what anything takes on a busy machine: a wait that reaches it has failed. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int DATA_NODES = 6;
  private static final int REDIS_SERVERS = 2;

  private final LocalCluster cluster;
  private final DistributedFileSystem stock;

  private FaultCluster(LocalCluster cluster, DistributedFileSystem stock) {
    this.cluster = cluster;
    this.stock = stock;
  }

  static FaultCluster start(int replication) throws IOException {
    LocalCluster cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(DATA_NODES)
                .redisServers(REDIS_SERVERS)
                .blockSizeBytes(BLOCK_BYTES)
                .replication(replication)
                .rateBytesPerSecond(64L << 20)
                .cacheBytes(256L << 20)
                .build());
    try {
      return new FaultCluster(cluster, cluster.newStockFileSystem());
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  LocalCluster cluster() {
    return cluster;
  }

  /** A stock client, which sees what HDFS has. */
  DistributedFileSystem stock() {
    return stock;
  }

  /** The configuration of a client with Evenkeel whose reads run few bytes ahead of the caller. */
  Configuration configuration(String scheme) {
    Configuration conf = withQuickWrites(cluster.evenkeelConfiguration());
    conf.set("evenkeel.scheme", scheme);
    conf.set("evenkeel.subblock.bytes", "64k");
    conf.set("evenkeel.write.min.bytes", "1");
    conf.set("evenkeel.write.one.block", "true");
    // Room for one stripe: what a fault meets in the middle of a read is not all buffered yet.
    conf.set("evenkeel.read.stream.bytes", "4m");
    return conf;
  }

  /** A writer that asks before a DataNode has told of its replica asks again soon, not in 0.4 s. */
  static Configuration withQuickWrites(Configuration conf) {
    conf.set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5");
    return conf;
  }

  /** A client with Evenkeel of its own; the caller closes it. */
  EvenkeelFileSystem newEvenkeel(Configuration conf) throws IOException {
    return (EvenkeelFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
  }

  static byte[] randomBytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  static void write(FileSystem fs, Path path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(path, true)) {
      out.write(bytes);
    }
  }

  /** Reads a file in one call: the first bytes of small reads are plain ones. */
  static byte[] read(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      byte[] bytes = new byte[in.available()];
      in.readFully(bytes);
      assertThat(in.read()).as("%s: after the last byte", path).isEqualTo(-1);
      return bytes;
    }
  }

  /** Reads that many bytes by calls that ask for no more than a piece. */
  static byte[] readInPieces(FileSystem fs, Path path, int length, int pieceBytes)
      throws IOException {
    byte[] bytes = new byte[length];
    try (FSDataInputStream in = fs.open(path)) {
      for (int at = 0; at < length; ) {
        int count = in.read(bytes, at, Math.min(pieceBytes, length - at));
        assertThat(count).as("%s: at %s, pieces of %s", path, at, pieceBytes).isPositive();
        at += count;
      }
    }
    return bytes;
  }

  /** As AssertJ's isEqualTo, but the message of a failure is not megabytes long. */
  static void assertSame(byte[] found, byte[] expected, String what) {
    int differs = Arrays.mismatch(found, expected);
    assertThat(differs)
        .as(
            "%s: the first byte that differs, of %s found and %s expected",
            what, found.length, expected.length)
        .isEqualTo(-1);
  }

  /**
   * Writes a file through Evenkeel, again if need be, until all its parity is published: after a
   * fault, clients and the manager find out in their own time that a node is back.
   */
  void writePublished(EvenkeelFileSystem fs, Path path, byte[] bytes) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    do {
      write(fs, path, bytes);
      awaitPublished(fs);
      if (isPublished(path)) {
        return;
      }
    } while (System.nanoTime() < end);
    throw new AssertionError("no parity of " + path + " was published within " + PATIENCE);
  }

  static void awaitPublished(EvenkeelFileSystem fs) throws InterruptedException {
    assertThat(fs.awaitPublished(PATIENCE)).as("published or given up").isTrue();
  }

  /** Whether the manager has published the parity of every stripe of a file as it is now. */
  boolean isPublished(Path path) throws Exception {
    List<ContentVersion> stripes = stripes(path);
    return explain(stripes).stream().allMatch(StripeExplanation::isCached);
  }

  private List<ContentVersion> stripes(Path path) throws IOException {
    LocatedBlocks blocks =
        stock.getClient().getLocatedBlocks(path.toUri().getPath(), 0, Long.MAX_VALUE);
    List<LocatedBlock> located = blocks.getLocatedBlocks();
    List<ContentVersion> stripes = new ArrayList<>();
    for (int first = 0; first < located.size(); first += STRIPE_BLOCKS) {
      int end = Math.min(first + STRIPE_BLOCKS, located.size());
      stripes.add(
          BlockContents.of(
              located.subList(first, end).stream()
                  .map(block -> BlockVersions.of(block, blocks.getFileLength()))
                  .toList()));
    }
    return stripes;
  }

  private HttpManagerClient newManagerClient() {
    return new HttpManagerClient(
        HttpClientSettings.of(URI.create(cluster.managerUri().orElseThrow()))
            .withTimes(PATIENCE, PATIENCE));
  }

  private List<StripeExplanation> explain(List<ContentVersion> stripes) {
    if (stripes.isEmpty()) {
      return List.of();
    }
    try (HttpManagerClient manager = newManagerClient()) {
      return Answer.<List<StripeExplanation>>of(then -> manager.explain(stripes, then)).value();
    }
  }

  /** The DataNode that has the only, or the first, replica of the block at {@code offset}. */
  int nodeOf(Path path, long offset) throws IOException {
    return cluster.dataNodeAt(stock.getFileBlockLocations(path, offset, 1)[0].getNames()[0]);
  }

  /** What a client's reads have added up to, once none is under way. */
  static ReadTotals settledTotals(EvenkeelFileSystem fs) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    ReadTotals totals = fs.readTotals();
    while (totals.underWay() > 0) {
      assertThat(System.nanoTime()).as("reads under way after %s", PATIENCE).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(2);
      totals = fs.readTotals();
    }
    return totals;
  }

  @Override
  public void close() throws IOException {
    try {
      stock.close();
    } finally {
      cluster.close();
    }
  }
}
