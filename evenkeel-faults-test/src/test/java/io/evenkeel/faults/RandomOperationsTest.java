package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.seeds.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random reads of files of awkward sizes, past a straggler, through faults and recoveries: always
 * the bytes of a reference in memory. {@code -Devenkeel.operations=N} for more or fewer, {@code
 * -Devenkeel.seed=S} for a run again.
 */
class RandomOperationsTest {
  private static final int[] FILE_BYTES = {
    0, 1, 65_535, 65_536, (1 << 20) - 1, 1 << 20, (4 << 20) + 1, (5 << 20) + 77, (9 << 20) + 511
  };

  /** Of both schemes together. */
  private static final int OPERATIONS = Integer.getInteger("evenkeel.operations", 5_000);

  private static final int SCHEMES = 2;
  private static final int OPERATIONS_BETWEEN_FAULTS = 500;
  private static final int OPERATIONS_IN_FAULT_MAX = 30;
  private static final double STRAGGLER = 8;
  private static final List<Fault> FAULTS = List.of(Fault.values());

  private static FaultCluster faults;

  private final List<RandomReads> files = new ArrayList<>();
  private EvenkeelFileSystem fs;
  private int generation;

  @BeforeAll
  static void start() throws IOException {
    // Two replicas: small reads are plain ones, which get past a hung node by another replica only.
    faults = FaultCluster.start(2);
  }

  @AfterAll
  static void close() throws IOException {
    faults.close();
  }

  private static String replay(long seed) {
    return "replay: ./mvnw -q -am -pl evenkeel-faults-test test -Dtest=RandomOperationsTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Devenkeel.operations="
        + OPERATIONS
        + " -Devenkeel.seed="
        + seed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"pocache", "adaptive"})
  void randomOperations_throughFaults_areThoseOfAReference(String scheme) throws Exception {
    long seed = Seeds.one();
    System.out.println(scheme + ", " + replay(seed));
    try (EvenkeelFileSystem client = faults.newEvenkeel(configuration(scheme))) {
      fs = client;
      run(new SplittableRandom(seed), scheme, seed);
      ReadTotals totals = FaultCluster.settledTotals(fs);
      assertThat(totals.receivedBytes())
          .as("%s: bytes of lanes, of %s", scheme, totals)
          .isPositive();
      if (scheme.equals("pocache")) {
        // The adaptive scheme may get by with the other replica.
        assertThat(totals.decodedBytes()).as("bytes decoded, of %s", totals).isPositive();
      }
    }
  }

  private static Configuration configuration(String scheme) {
    Configuration conf = faults.configuration(scheme);
    // How long a plain read waits for a hung node before it turns to another replica.
    conf.set("dfs.client.socket-timeout", "1000");
    conf.set("evenkeel.read.pread.min.bytes", "128k");
    // Or the adaptive scheme might get by with the other replica alone.
    conf.set("evenkeel.read.wide.rate", "1t");
    return conf;
  }

  private void run(SplittableRandom random, String scheme, long seed) throws Exception {
    int straggler = random.nextInt(faults.cluster().settings().dataNodes());
    Fault fault = null;
    int faultyNode = 0;
    int changeAt = OPERATIONS_BETWEEN_FAULTS;
    int operation = 0;
    String doing = "writing the files";
    try {
      faults.cluster().slow(straggler, STRAGGLER);
      writeFiles(random);
      for (; operation < OPERATIONS / SCHEMES; operation++) {
        if (operation == changeAt && fault == null) {
          fault = FAULTS.get(random.nextInt(FAULTS.size()));
          faultyNode = random.nextInt(faults.cluster().settings().dataNodes());
          doing = "applying " + fault + " (node " + faultyNode + ")";
          fault.apply(faults.cluster(), faultyNode);
          changeAt += 1 + random.nextInt(OPERATIONS_IN_FAULT_MAX);
        } else if (operation == changeAt) {
          doing = "recovering from " + fault;
          fault.recover(faults.cluster(), faultyNode);
          fault = null;
          writeFiles(random);
          changeAt += OPERATIONS_BETWEEN_FAULTS / 2 + random.nextInt(OPERATIONS_BETWEEN_FAULTS);
        }
        RandomReads file = files.get(random.nextInt(files.size()));
        doing = file.next(random);
        file.run();
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "%s, operation %s, straggler %s, fault %s (node %s), %s: %s%n%s"
              .formatted(scheme, operation, straggler, fault, faultyNode, doing, e, replay(seed)),
          e);
    } finally {
      for (RandomReads file : files) {
        file.close();
      }
      files.clear();
      if (fault != null) {
        fault.recover(faults.cluster(), faultyNode);
      }
      faults.cluster().slow(straggler, 1);
    }
  }

  /** New files under new names, whose parity is published, in place of the old ones. */
  private void writeFiles(SplittableRandom random) throws Exception {
    generation++;
    for (RandomReads old : files) {
      old.close();
      faults.stock().delete(old.path(), false);
    }
    files.clear();
    for (int size : FILE_BYTES) {
      Path path = new Path("/random-" + generation + "-" + size);
      byte[] bytes = FaultCluster.randomBytes(size, random.nextLong());
      faults.writePublished(fs, path, bytes);
      files.add(new RandomReads(fs, path, bytes));
    }
  }
}
