package io.evenkeel.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static final Path LATE = new Path("/late");

  private static FaultCluster faults;

  private final List<byte[]> contents = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    faults = FaultCluster.start(1);
  }

  @AfterAll
  static void close() throws Exception {
    faults.close();
  }

  @Test
  void parity_isReadByAgain_thoughItsManagerWasKilled() throws Exception {
    long seed = Long.getLong("evenkeel.seed", System.nanoTime());
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration("adaptive"))) {
      for (int file = 0; file < FILES; file++) {
        contents.add(FaultCluster.randomBytes(FILE_BYTES, random.nextLong()));
        faults.writePublished(fs, path(file), contents.get(file));
      }
      for (int kill = 0; kill < KILLS; kill++) {
        faults.cluster().killManager();
        assertWhole(fs, random.nextInt(FILES));
        faults.cluster().restartManager();
        awaitPublished("kill " + kill + ", seed " + seed);
        readAroundAStoppedNode(fs, random.nextInt(FILES));
      }
    }
  }

  /** There is one replica of each block: until the manager is back there is no way but to wait. */
  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache"})
  void parity_isFoundByAReadThatHasWaitedSinceBeforeItsManagerWasBack(String scheme)
      throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    byte[] content = FaultCluster.randomBytes(FILE_BYTES, 1);
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration(scheme))) {
      do {
        faults.writePublished(fs, LATE, content);
      } while (faults.nodeOf(LATE, 0) == faults.nodeOf(LATE, FaultCluster.BLOCK_BYTES));
      faults.cluster().killManager();
      int node = faults.nodeOf(LATE, FaultCluster.BLOCK_BYTES);
      faults.cluster().stop(node);
      try (EvenkeelFileSystem late = faults.newEvenkeel(faults.configuration(scheme));
          FSDataInputStream in = late.open(LATE)) {
        int first = in.read();
        Future<byte[]> rest = reader.submit(in::readAllBytes);
        faults.cluster().restartManager();
        byte[] others = rest.get(FaultCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat((byte) first).isEqualTo(content[0]);
        byte[] expected = Arrays.copyOfRange(content, 1, FILE_BYTES);
        FaultCluster.assertSame(others, expected, scheme);
        assertThat(FaultCluster.settledTotals(late).decodedBytes()).isPositive();
      } finally {
        faults.cluster().resume(node);
      }
    } finally {
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

  private static void awaitPublished(String when) throws Exception {
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
  private void readAroundAStoppedNode(EvenkeelFileSystem fs, int file) throws Exception {
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
