package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.seeds.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small positional reads while one node holds back every read that begins there. */
@Timeout(300)
class DelayedNodeTest {
  private static final long SEED = Seeds.one();
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 24;
  private static final int READ = 16 << 10;
  private static final int READS = 600;

  /** So long that a read that waits for it cannot be taken for another. */
  private static final Duration DELAY = Duration.ofSeconds(2);

  private static LocalCluster cluster;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private byte[] expected;

  @BeforeAll
  static void start() throws Exception {
    System.out.println("replay: -Devenkeel.seed=" + SEED);
    cluster =
        LocalCluster.start(
            ClusterSettings.builder().rateBytesPerSecond(0).blockSizeBytes(BLOCK).build());
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  private Path write(EvenkeelFileSystem fs, int replication) throws Exception {
    Path path = new Path("/delayed-" + replication);
    expected = new byte[BLOCKS * BLOCK];
    random.nextBytes(expected);
    try (OutputStream out = fs.create(path, true, 4096, (short) replication, BLOCK)) {
      out.write(expected);
    }
    FaultCluster.awaitPublished(fs);
    return path;
  }

  /** How many reads in how many have waited for the whole delay. */
  private int delayed(FSDataInputStream in) throws IOException {
    byte[] bytes = new byte[READ];
    int delayed = 0;
    for (int i = 0; i < READS; i++) {
      int at = random.nextInt(expected.length - READ);
      long start = System.nanoTime();
      in.readFully(at, bytes);
      delayed += System.nanoTime() - start >= DELAY.toNanos() ? 1 : 0;
      assertThat(Arrays.mismatch(bytes, 0, READ, expected, at, at + READ)).isNegative();
    }
    return delayed;
  }

  private void assertProtected(Configuration conf, int replication) throws Exception {
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
      Path path = write(fs, replication);
      int slow = cluster.dataNodeAt(fs.getFileBlockLocations(path, 0, 1)[0].getNames()[0]);
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(delayed(in)).isZero();
        cluster.delay(slow, DELAY);
        assertThat(delayed(in)).as("of %d reads, a sixth at that node", READS).isZero();
      } finally {
        cluster.delay(slow, Duration.ZERO);
      }
    }
  }

  @Test
  void threeReplicas_withNeitherManagerNorCache() throws Exception {
    Configuration conf = cluster.evenkeelConfiguration();
    conf.unset("evenkeel.manager.uri");
    conf.unset("evenkeel.redis.nodes");
    assertProtected(conf, 3);
  }

  @Test
  void oneReplicaAndCachedParity() throws Exception {
    assertProtected(cluster.evenkeelConfiguration(), 1);
  }

  /** A stream's first bytes at a new place, after as many others as it takes to know them. */
  private void assertOpeningGoesPast(Configuration conf) throws Exception {
    conf.unset("evenkeel.manager.uri");
    conf.unset("evenkeel.redis.nodes");
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
      Path path = write(fs, 3);
      byte[] bytes = new byte[READ];
      for (int i = 0; i < READS; i++) {
        try (FSDataInputStream in = fs.open(path)) {
          in.seek((long) random.nextInt(BLOCKS) * BLOCK);
          in.readFully(bytes);
        }
      }
      try (FSDataInputStream in = fs.open(path)) {
        LocatedBlock first = ((HdfsDataInputStream) in).getAllBlocks().get(0);
        int slow = cluster.dataNodeAt(first.getLocations()[0].getXferAddr());
        cluster.delay(slow, DELAY);
        try {
          long start = System.nanoTime();
          in.readFully(bytes);
          assertThat(System.nanoTime() - start).isLessThan(DELAY.toNanos());
          assertThat(Arrays.mismatch(bytes, 0, READ, expected, 0, READ)).isNegative();
        } finally {
          cluster.delay(slow, Duration.ZERO);
        }
      }
    }
  }

  @Test
  void streamThatHasLeftALateNode_doesNotAskItAgain() throws Exception {
    Configuration conf = cluster.evenkeelConfiguration();
    // Who is asked again is waited for.
    conf.set("evenkeel.read.late.floor", "60s");
    assertOpeningGoesPast(conf);
  }

  @Test
  void streamWithoutMemoryForLanes_goesToAnotherReplica() throws Exception {
    Configuration conf = cluster.evenkeelConfiguration();
    // Less than any lanes need.
    conf.set("evenkeel.read.process.bytes", "1m");
    assertOpeningGoesPast(conf);
  }
}
