package io.evenkeel.faults;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DataNodes that hang with two of a block's three replicas: clients without a manager, to whom
 * nobody says anything, are past them in their first read.
 */
class StoppedReplicasTest {
  private static final int BLOCKS = 4;
  private static final int STOPPED = 2;
  private static final int CLIENTS = 4;
  private static final long STOCK_WAITS_SECONDS = 60;
  private static FaultCluster faults;

  @BeforeAll
  static void start() throws IOException {
    faults = FaultCluster.start(3);
  }

  @AfterAll
  static void close() throws IOException {
    faults.close();
  }

  private static Configuration twoKeys() {
    Configuration conf = faults.configuration("adaptive");
    conf.unset("evenkeel.manager.uri");
    conf.unset("evenkeel.redis.nodes");
    return conf;
  }

  /** Each client takes the replicas in an order of its own, so one of four meets a stopped one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4 << 10, 64 << 10, 1 << 20})
  @Timeout(value = STOCK_WAITS_SECONDS, unit = TimeUnit.SECONDS)
  void firstReads_arePastTheStoppedNodes(int pieceBytes) throws Exception {
    String what = STOPPED + " of 3 replicas stopped, pieces of " + pieceBytes;
    Path path = new Path("/stopped-" + pieceBytes);
    byte[] bytes = FaultCluster.randomBytes(BLOCKS * FaultCluster.BLOCK_BYTES, pieceBytes);
    FaultCluster.write(faults.stock(), path, bytes);
    List<Integer> stopped = new ArrayList<>();
    try {
      String[] holders = faults.stock().getFileBlockLocations(path, 0, 1)[0].getNames();
      for (int i = 0; i < STOPPED; i++) {
        int node = faults.cluster().dataNodeAt(holders[i]);
        stopped.add(node);
        faults.cluster().stop(node);
      }
      for (int client = 0; client < CLIENTS; client++) {
        try (EvenkeelFileSystem fs = faults.newEvenkeel(twoKeys())) {
          byte[] found = FaultCluster.readInPieces(fs, path, bytes.length, pieceBytes);
          FaultCluster.assertSame(found, bytes, what);
        }
      }
    } finally {
      for (int node : stopped) {
        faults.cluster().resume(node);
      }
    }
  }
}
