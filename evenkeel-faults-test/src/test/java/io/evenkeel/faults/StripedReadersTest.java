package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More streams of an erasure-coded file than there is buffer memory for, and a node hangs: they
 * wait for memory, and not for the node, which the stock client does for a minute.
 */
class StripedReadersTest {
  private static final int READERS = 24;
  private static final int BYTES = 12 << 20;
  private static final int BUFFER = 128 << 10;

  @Test
  @Timeout(value = 150, unit = TimeUnit.SECONDS)
  void manyStreams_areAllPastTheStoppedNode() throws Exception {
    try (LocalCluster cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(6)
                .redisServers(0)
                .withManager(false)
                .placementWidth(1)
                .blockSizeBytes(2 << 20)
                .build())) {
      Path path = new Path("/striped/file");
      byte[] bytes = FaultCluster.randomBytes(BYTES, 5);
      try (DistributedFileSystem stock = cluster.newStockFileSystem()) {
        ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", 3, 2), 64 << 10);
        stock.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
        stock.enableErasureCodingPolicy("RS-3-2-64k");
        stock.mkdirs(path.getParent());
        stock.setErasureCodingPolicy(path.getParent(), "RS-3-2-64k");
        FaultCluster.write(stock, path, bytes);
        cluster.stop(cluster.dataNodeAt(stock.getFileBlockLocations(path, 0, 1)[0].getNames()[0]));
      }
      Configuration conf = cluster.evenkeelConfiguration();
      conf.set("evenkeel.read.process.bytes", "4m");
      // Whoever waits for the node does so for longer than this test may take.
      conf.set("dfs.client.socket-timeout", "600000");
      ExecutorService threads = Executors.newFixedThreadPool(READERS);
      try (EvenkeelFileSystem fs =
          (EvenkeelFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
        List<Future<byte[]>> reads = new ArrayList<>();
        for (int reader = 0; reader < READERS; reader++) {
          reads.add(threads.submit(() -> FaultCluster.readInPieces(fs, path, BYTES, BUFFER)));
        }
        for (Future<byte[]> read : reads) {
          FaultCluster.assertSame(read.get(), bytes, path.toString());
        }
        assertThat(FaultCluster.settledTotals(fs).decodedBytes()).isPositive();
      } finally {
        threads.shutdownNow();
      }
    }
  }
}
