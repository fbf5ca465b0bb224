package io.evenkeel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.http.JmxCounters;
import io.evenkeel.http.JmxSettings;
import io.evenkeel.process.Deadline;
import io.evenkeel.server.LoopScheduler;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** What a real DataNode says of itself at /jmx. */
class DataNodeCountersTest {
  private static final int FILE_BYTES = 3 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Map<NodeId, DataNodeCounters> counted = new ConcurrentHashMap<>();
  private final Map<URI, IOException> failed = new ConcurrentHashMap<>();

  private final class Receiver implements JmxCounters.Receiver {
    @Override
    public void counted(DataNodeCounters counters) {
      counted.put(counters.node(), counters);
    }

    @Override
    public void failed(URI dataNode, IOException cause) {
      failed.put(dataNode, cause);
    }
  }

  @Test
  void bytesOfARead_areCountedUnderTheNodesAddress() throws IOException {
    ClusterSettings settings =
        ClusterSettings.builder()
            .dataNodes(2)
            .placementWidth(1)
            .blockSizeBytes(FILE_BYTES)
            .redisServers(0)
            .withManager(false)
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings);
        DistributedFileSystem fs = cluster.newStockFileSystem();
        LoopScheduler loop = new LoopScheduler("counters-test");
        JmxCounters rates = new JmxCounters(settings(), loop, new Receiver())) {
      rates.watch(httpAddresses(cluster));
      Path file = new Path("/read");
      try (FSDataOutputStream out = fs.create(file)) {
        out.write(new byte[FILE_BYTES]);
      }
      try (var in = fs.open(file)) {
        assertThat(in.readAllBytes()).hasSize(FILE_BYTES);
      }
      NodeId node = new NodeId(fs.getFileBlockLocations(file, 0, 1)[0].getNames()[0]);
      Deadline.after(PATIENCE)
          .await(
              () -> counted.containsKey(node) && counted.get(node).bytesRead() >= FILE_BYTES,
              () -> "no " + FILE_BYTES + " bytes of " + node + " in " + counted + ", " + failed);
      assertThat(counted.get(node).blocksRead()).isPositive();
      assertThat(counted.keySet().stream().map(NodeId::address))
          .containsExactlyInAnyOrderElementsOf(cluster.dataNodeAddresses());
      assertThat(failed).isEmpty();
    }
  }

  private static JmxSettings settings() {
    return new JmxSettings(Duration.ofMillis(250), Duration.ofSeconds(10), 2);
  }

  private static List<URI> httpAddresses(LocalCluster cluster) {
    return cluster.status().nodes().stream()
        .filter(node -> node.kind() == NodeStatus.Kind.DATANODE)
        .map(node -> URI.create(node.http()))
        .toList();
  }
}
