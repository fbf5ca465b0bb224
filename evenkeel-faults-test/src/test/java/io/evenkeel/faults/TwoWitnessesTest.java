package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * All clients of one machine are one witness: a real DataNode that is slow is named by them and by
 * its own counters.
 */
class TwoWitnessesTest {
  private static final int BLOCK_BYTES = 4 << 20;
  private static final int BLOCKS = 24;
  private static final int SLOW = 1;
  private static final Path PATH = new Path("/read");
  private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();

  private static List<NodeLoad> stragglers(HttpManagerClient manager) throws Exception {
    CompletableFuture<ManagerStatus> answer = new CompletableFuture<>();
    manager.status(Completion.to(answer));
    return answer.get(10, TimeUnit.SECONDS).load().nodes().stream()
        .filter(NodeLoad::straggler)
        .toList();
  }

  @Test
  void slowDataNode_isNamedByOneClientAndItsCounters() throws Exception {
    ClusterSettings settings =
        ClusterSettings.builder()
            .dataNodes(4)
            .redisServers(1)
            .blockSizeBytes(BLOCK_BYTES)
            .rateBytesPerSecond(16 << 20)
            .managerArguments(List.of("--window-seconds", "15", "--evaluate-seconds", "1"))
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings);
        HttpManagerClient manager =
            new HttpManagerClient(
                HttpClientSettings.of(URI.create(cluster.managerUri().orElseThrow()))
                    .withTimes(FaultCluster.PATIENCE, FaultCluster.PATIENCE))) {
      try (FileSystem fs = cluster.newStockFileSystem();
          FSDataOutputStream out = fs.create(PATH)) {
        out.write(new byte[BLOCKS * BLOCK_BYTES]);
      }
      cluster.slow(SLOW, 8);
      Configuration conf = cluster.evenkeelConfiguration();
      conf.set("evenkeel.scheme", "parallel");
      List<NodeLoad> named = List.of();
      long start = System.nanoTime();
      try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
        while (named.isEmpty() && System.nanoTime() - start < PATIENCE_NANOS) {
          try (var in = fs.open(PATH)) {
            assertThat(in.readAllBytes()).hasSize(BLOCKS * BLOCK_BYTES);
          }
          named = stragglers(manager);
        }
      }
      assertThat(named)
          .singleElement()
          .satisfies(
              node -> {
                assertThat(node.node().address()).isEqualTo(cluster.dataNodeAddresses().get(SLOW));
                assertThat(node.reason()).startsWith("1 client and /jmx: ");
              });
    }
  }
}
