package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.seeds.Seeds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random reads of erasure-coded files of awkward sizes, RS-3-2 on six DataNodes, while up to two of
 * these at a time are slow, late, stopped or dead, and come back: always the bytes of a reference
 * in memory. {@code -Devenkeel.operations=N} for more or fewer, {@code -Devenkeel.seed=S} for a run
 * again.
 */
class StripedOperationsTest {
  private static final int CELL = 64 << 10;
  private static final int BLOCK = 1 << 20;
  private static final int NODES = 6;
  private static final int PARITY = 2;
  private static final int OPERATIONS = Integer.getInteger("evenkeel.operations", 1_500);
  private static final int OPERATIONS_BETWEEN_CHANGES = 25;

  /** Half of what a stock client waits for a socket: no more nodes are in trouble than may be. */
  private static final Duration HANG_MIN = Duration.ofSeconds(30);

  private static final int[] FILE_BYTES = {
    0, 1, CELL - 1, CELL + 1, 3 * CELL, 3 * CELL + 1, 3 * BLOCK, 3 * BLOCK + 77, 7 * BLOCK + 511
  };

  private static LocalCluster cluster;

  private enum Trouble {
    SLOW {
      @Override
      void begin(int node) throws IOException {
        cluster.slow(node, 8);
      }

      @Override
      void end(int node) throws IOException {
        cluster.slow(node, 1);
      }
    },
    LATE {
      @Override
      void begin(int node) throws IOException {
        cluster.delay(node, Duration.ofMillis(40));
      }

      @Override
      void end(int node) throws IOException {
        cluster.delay(node, Duration.ZERO);
      }
    },
    STOPPED {
      @Override
      void begin(int node) throws IOException {
        cluster.stop(node);
      }

      @Override
      void end(int node) throws IOException {
        cluster.resume(node);
      }
    },
    DEAD {
      @Override
      void begin(int node) throws IOException {
        cluster.kill(node);
      }

      @Override
      void end(int node) throws IOException {
        cluster.restartDataNode(node);
      }
    };

    abstract void begin(int node) throws IOException;

    abstract void end(int node) throws IOException;
  }

  private static final List<Trouble> TROUBLES = List.of(Trouble.values());

  @BeforeAll
  static void start() throws IOException {
    cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(NODES)
                .redisServers(0)
                .withManager(false)
                .placementWidth(1)
                .blockSizeBytes(BLOCK)
                .rateBytesPerSecond(64L << 20)
                .build());
  }

  @AfterAll
  static void close() throws IOException {
    cluster.close();
  }

  private static String replay(long seed) {
    return "replay: ./mvnw -q -am -pl evenkeel-faults-test test -Dtest=StripedOperationsTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Devenkeel.operations="
        + OPERATIONS
        + " -Devenkeel.seed="
        + seed;
  }

  @Test
  void randomReads_whileNodesComeAndGo_areThoseOfAReference() throws Exception {
    long seed = Seeds.one();
    System.out.println(replay(seed));
    SplittableRandom random = new SplittableRandom(seed);
    Configuration conf = cluster.evenkeelConfiguration();
    try (EvenkeelFileSystem fs =
        (EvenkeelFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
      List<RandomReads> files = write(random, fs);
      run(random, files, seed);
      for (RandomReads file : files) {
        file.close();
      }
      ReadTotals totals = FaultCluster.settledTotals(fs);
      assertThat(totals.decodedBytes()).as("bytes decoded, of %s", totals).isPositive();
    }
  }

  private interface Closing {
    void close(FileSystem fs, FSDataInputStream in) throws IOException;
  }

  /**
   * Of the stock stream both would wait for the node that hangs.
   *
   * @param message a pattern: HDFS has several texts for one trouble
   */
  private static void closedInMidRead(int node, Closing closing, String message) throws Exception {
    EvenkeelFileSystem fs =
        (EvenkeelFileSystem)
            FileSystem.newInstance(
                FileSystem.getDefaultUri(cluster.evenkeelConfiguration()),
                cluster.evenkeelConfiguration());
    Path path = write(new SplittableRandom(node), fs).get(FILE_BYTES.length - 1).path();
    cluster.stop(node);
    try {
      FSDataInputStream in = fs.open(path);
      CompletableFuture<Throwable> failure = new CompletableFuture<>();
      CountDownLatch reading = new CountDownLatch(1);
      Thread reader =
          new Thread(
              () -> {
                byte[] buffer = new byte[4096];
                try {
                  while (true) {
                    in.seek(0);
                    in.readFully(buffer);
                    reading.countDown();
                    in.skip(BLOCK);
                    in.readFully(buffer);
                  }
                } catch (Throwable e) {
                  failure.complete(e);
                }
              });
      reader.start();
      assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();
      closing.close(fs, in);
      assertThat(failure.get(5, TimeUnit.SECONDS)).hasMessageMatching("(?s).*" + message + ".*");
      reader.join();
    } finally {
      cluster.resume(node % NODES);
      fs.close();
    }
  }

  @Test
  void readerWhoseStreamIsClosed_isToldAtOnce_thoughANodeHangs() throws Exception {
    for (int i = 0; i < NODES; i++) {
      closedInMidRead(i, (fs, in) -> in.close(), "Stream (is )?closed");
    }
  }

  @Test
  void readerWhoseFileSystemIsClosed_isToldAtOnce_thoughANodeHangs() throws Exception {
    for (int i = 0; i < NODES; i++) {
      closedInMidRead(i, (fs, in) -> fs.close(), "Filesystem closed");
    }
  }

  private static List<RandomReads> write(SplittableRandom random, FileSystem reading)
      throws IOException {
    List<RandomReads> files = new ArrayList<>();
    try (DistributedFileSystem fs = cluster.newStockFileSystem()) {
      ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", 3, PARITY), CELL);
      fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
      fs.enableErasureCodingPolicy("RS-3-2-64k");
      Path folder = new Path("/striped");
      fs.mkdirs(folder);
      fs.setErasureCodingPolicy(folder, "RS-3-2-64k");
      for (int size : FILE_BYTES) {
        Path path = new Path(folder, "of-" + size);
        byte[] bytes = FaultCluster.randomBytes(size, random.nextLong());
        FaultCluster.write(fs, path, bytes);
        files.add(new RandomReads(reading, path, bytes));
      }
    }
    return files;
  }

  private static void run(SplittableRandom random, List<RandomReads> files, long seed)
      throws IOException {
    Trouble[] troubles = new Trouble[NODES];
    String doing = "";
    int operation = 0;
    Duration slowest = Duration.ZERO;
    try {
      for (; operation < OPERATIONS; operation++) {
        if (operation % OPERATIONS_BETWEEN_CHANGES == 0) {
          doing = "changing the nodes";
          change(random, troubles);
        }
        RandomReads file = files.get(random.nextInt(files.size()));
        doing = file.next(random);
        long sinceNanos = System.nanoTime();
        file.run();
        Duration took = Duration.ofNanos(System.nanoTime() - sinceNanos);
        assertThat(took).as("how long it took").isLessThan(HANG_MIN);
        slowest = took.compareTo(slowest) > 0 ? took : slowest;
      }
      System.out.println("the slowest of " + OPERATIONS + " operations took " + slowest);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "operation %s, %s with %s: %s%n%s"
              .formatted(operation, doing, Arrays.asList(troubles), e, replay(seed)),
          e);
    } finally {
      for (int node = 0; node < NODES; node++) {
        if (troubles[node] != null) {
          troubles[node].end(node);
        }
      }
    }
  }

  /** One node more is in trouble, or one fewer. */
  private static void change(SplittableRandom random, Trouble[] troubles) throws IOException {
    int node = random.nextInt(NODES);
    int count = 0;
    for (Trouble trouble : troubles) {
      count += trouble == null ? 0 : 1;
    }
    if (troubles[node] != null) {
      troubles[node].end(node);
      troubles[node] = null;
    } else if (count < PARITY) {
      Trouble next = TROUBLES.get(random.nextInt(TROUBLES.size()));
      next.begin(node);
      troubles[node] = next;
    }
  }
}
