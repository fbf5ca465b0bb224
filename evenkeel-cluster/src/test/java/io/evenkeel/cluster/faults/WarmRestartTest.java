package io.evenkeel.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
    long seed = Long.getLong("evenkeel.seed", System.nanoTime());
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
    faults.awaitTickets(fs, path(file));
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
