package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.seeds.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * A manager that is killed with -9 is followed by one that takes over what it had published: 30
 * seconds later at least 95 of 100 stripes are read by their parity again. {@code
 * -Devenkeel.kills=100} for as many kills.
 */
class WarmRestartTest {
  private static final int KILLS = Integer.getInteger("evenkeel.kills", 5);
  private static final int FILES = 20;
  private static final int FILE_BYTES = FaultCluster.STRIPE_BLOCKS * FaultCluster.BLOCK_BYTES;
  private static final long WITHIN_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final double SHARE = 0.95;

  private final List<byte[]> contents = new ArrayList<>();

  @Test
  void parity_isReadByAgain_thoughItsManagerWasKilled() throws Exception {
    long seed = Seeds.one();
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    try (FaultCluster faults = FaultCluster.start(1);
        EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration("adaptive"))) {
      for (int file = 0; file < FILES; file++) {
        contents.add(FaultCluster.randomBytes(FILE_BYTES, random.nextLong()));
        faults.writePublished(fs, path(file), contents.get(file));
      }
      for (int kill = 0; kill < KILLS; kill++) {
        faults.cluster().killManager();
        assertWhole(fs, random.nextInt(FILES));
        faults.cluster().restartManager();
        awaitPublished(faults, "kill " + kill + ", seed " + seed);
        readAroundAStoppedNode(faults, fs, random.nextInt(FILES));
      }
      readThatWaitsForTheManager(faults);
      assertRestartsWithoutACacheNode(faults.cluster());
    }
  }

  private static void assertRestartsWithoutACacheNode(LocalCluster cluster) throws Exception {
    String uri = cluster.managerUri().orElseThrow();
    cluster.stopRedis(1);
    cluster.restartManager();
    assertThat(cluster.managerUri()).contains(uri);
    cluster.resumeRedis(1);
    cluster.restartManager();
    assertThat(cluster.managerUri()).contains(uri);
  }

  /** It has begun while the manager was away: until that is back there is no way but to wait. */
  private void readThatWaitsForTheManager(FaultCluster faults) throws Exception {
    int file = 0;
    while (!faults.isPublished(path(file))
        || faults.nodeOf(path(file), 0) == faults.nodeOf(path(file), FaultCluster.BLOCK_BYTES)) {
      file++;
    }
    int node = faults.nodeOf(path(file), FaultCluster.BLOCK_BYTES);
    ExecutorService reader = Executors.newSingleThreadExecutor();
    faults.cluster().killManager();
    faults.cluster().stop(node);
    // By lanes from the first byte on, which wait for the stopped node, and nobody else does.
    try (EvenkeelFileSystem late = faults.newEvenkeel(faults.configuration("pocache"));
        FSDataInputStream in = late.open(path(file))) {
      int first = in.read();
      Future<byte[]> rest = reader.submit(in::readAllBytes);
      faults.cluster().restartManager();
      byte[] others = rest.get(FaultCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat((byte) first).isEqualTo(contents.get(file)[0]);
      byte[] expected = Arrays.copyOfRange(contents.get(file), 1, FILE_BYTES);
      FaultCluster.assertSame(others, expected, path(file).toString());
      assertThat(FaultCluster.settledTotals(late).decodedBytes()).isPositive();
    } finally {
      faults.cluster().resume(node);
      reader.shutdownNow();
    }
  }

  private static Path path(int file) {
    return new Path("/warm-" + file);
  }

  private void assertWhole(EvenkeelFileSystem fs, int file) throws Exception {
    FaultCluster.assertSame(
        FaultCluster.read(fs, path(file)), contents.get(file), path(file).toString());
  }

  private static void awaitPublished(FaultCluster faults, String when) throws Exception {
    long end = System.nanoTime() + WITHIN_NANOS;
    int published = 0;
    while (published < SHARE * FILES && System.nanoTime() < end) {
      published = 0;
      for (int file = 0; file < FILES; file++) {
        published += faults.isPublished(path(file)) ? 1 : 0;
      }
    }
    assertThat(published)
        .as("files with parity, %s", when)
        .isGreaterThanOrEqualTo((int) (SHARE * FILES));
  }

  /** There is one replica of each block: without the parity this would hang. */
  private void readAroundAStoppedNode(FaultCluster faults, EvenkeelFileSystem fs, int file)
      throws Exception {
    int node = faults.nodeOf(path(file), FaultCluster.BLOCK_BYTES);
    long decodedBefore = FaultCluster.settledTotals(fs).decodedBytes();
    faults.cluster().stop(node);
    try {
      assertWhole(fs, file);
    } finally {
      faults.cluster().resume(node);
    }
    assertThat(FaultCluster.settledTotals(fs).decodedBytes())
        .as("bytes that were decoded")
        .isGreaterThan(decodedBefore);
  }
}
