package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * As HBase reads: many threads, small positional reads of one stream, and one of the nodes hangs
 * with the only replicas of its blocks. There is buffer memory for few of them at a time.
 */
class ManyReadersTest {
  private static final int BLOCKS = 8;
  private static final int THREADS = 48;
  private static final int READS = 20;
  private static FaultCluster faults;

  @BeforeAll
  static void start() throws IOException {
    faults = FaultCluster.start(1);
  }

  @AfterAll
  static void close() throws IOException {
    faults.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {8 << 10, 64 << 10})
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void allOfThem_arePastTheStoppedNode(int lengthBytes) throws Exception {
    Path path = new Path("/many-" + lengthBytes);
    byte[] bytes = FaultCluster.randomBytes(BLOCKS * FaultCluster.BLOCK_BYTES, lengthBytes);
    try (EvenkeelFileSystem writer = faults.newEvenkeel(faults.configuration("adaptive"))) {
      faults.writePublished(writer, path, bytes);
    }
    Configuration conf = faults.configuration("adaptive");
    conf.set("evenkeel.read.process.bytes", "2m");
    int node = faults.nodeOf(path, 0);
    faults.cluster().stop(node);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (EvenkeelFileSystem fs = faults.newEvenkeel(conf);
        FSDataInputStream in = fs.open(path)) {
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        readers.add(threads.submit(() -> read(in, bytes, lengthBytes, random)));
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
      assertThat(FaultCluster.settledTotals(fs).decodedBytes()).isPositive();
    } finally {
      threads.shutdownNow();
      faults.cluster().resume(node);
    }
  }

  private static Void read(
      FSDataInputStream in, byte[] bytes, int lengthBytes, SplittableRandom random)
      throws IOException {
    byte[] found = new byte[lengthBytes];
    for (int i = 0; i < READS; i++) {
      int at = random.nextInt(bytes.length - lengthBytes);
      in.readFully(at, found);
      FaultCluster.assertSame(
          found, Arrays.copyOfRange(bytes, at, at + lengthBytes), "positional at " + at);
    }
    return null;
  }
}
