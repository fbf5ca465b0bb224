package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.hadoop.fill.Filler;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import io.evenkeel.server.ManagerServer;
import io.evenkeel.testing.Await;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;

/**
 * From a straggler to a read that does without it: the manager prefetches what the straggler
 * touches, a filler makes it, a reader decodes by it. All of them real.
 */
class PrefetchTest {
  private static final long CAPACITY_BYTES = 64 << 20;
  private static final List<Witness> WITNESSES =
      List.of(new Witness("10.0.0.1"), new Witness("10.0.0.2"));

  private static final ManagerSettings SETTINGS =
      ManagerSettings.of(CAPACITY_BYTES, Duration.ofMinutes(10))
          .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofSeconds(1))
          .withFills(Duration.ofSeconds(1), 1L << 30, Duration.ofSeconds(3));

  private final List<String> log = new CopyOnWriteArrayList<>();

  @Test
  void whatAnAppearedStragglerTouches_isMadeByTheFiller_andReadWithoutTheStraggler()
      throws Exception {
    Path path = new Path("/file");
    try (HdfsInProcess hdfs = new HdfsInProcess(6);
        TestRedis redis = new TestRedis(CAPACITY_BYTES);
        RedisNodeStore store = new RedisNodeStore(RedisSettings.of(List.of(redis.address())));
        ManagerServer server = new ManagerServer(store, SETTINGS, HttpServerSettings.loopback(0))) {
      Configuration conf = hdfs.evenkeel("pocache");
      conf.set("evenkeel.manager.uri", server.uri().toString());
      conf.set("evenkeel.redis.nodes", redis.address());
      conf.set("evenkeel.read.encode", "false");
      byte[] bytes;
      List<NodeId> nodes = new ArrayList<>();
      NodeId straggler;
      try (DistributedFileSystem stock =
          (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
        bytes = TestFiles.write(stock, path, 4 * TestFiles.BLOCK);
        straggler = LocatedFile.nodesOf(TestFiles.blocks(stock, path).get(1)).get(0);
        for (DatanodeInfo node : stock.getDataNodeStats()) {
          nodes.add(LocatedFile.nodeOf(node));
        }
      }
      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        assertRead(fs, path, bytes);
        Await.until(() -> status(server).policy().knownStripes() == 1);
        // Nobody makes it in time: it is known, and not wanted any more.
        Await.until(() -> status(server).policy().wantedFills() == 0);
        assertThat(status(server).publishedStripes()).isZero();
        assertThat(fs.readTotals().decodedBytes()).isZero();
      }

      Await.until(() -> isNamed(server, straggler, nodes));
      Filler filler = Filler.start(conf, log::add);
      try {
        Await.until(() -> log.stream().anyMatch(line -> line.endsWith("published")));
      } finally {
        filler.close();
      }
      assertThat(log).anySatisfy(l -> assertThat(l).contains("prefetch:").endsWith("published"));
      assertThat(status(server).policy().prefetchedStripes()).isEqualTo(1);

      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        assertRead(fs, path, bytes);
        assertThat(fs.readTotals().decodedBytes()).isPositive();
      }
    }
  }

  private static void assertRead(EvenkeelFileSystem fs, Path path, byte[] bytes) throws Exception {
    try (FSDataInputStream in = fs.open(path)) {
      TestFiles.assertRest(in, bytes);
    }
  }

  /** Tells of the nodes by two machines, and asks. */
  private static boolean isNamed(ManagerServer server, NodeId straggler, List<NodeId> nodes) {
    List<NodeSample> samples = new ArrayList<>();
    for (NodeId node : nodes) {
      samples.add(
          node.equals(straggler)
              ? new NodeSample(node, 1000, 0, 2_000_000_000L, LaneReport.Outcome.ABORTED)
              : new NodeSample(node, 8 << 20, 8 << 20, 100_000_000L, LaneReport.Outcome.FINISHED));
    }
    for (Witness by : WITNESSES) {
      Answer.<ManagerApi.Answer>of(then -> server.manager().observe(by, samples, List.of(), then))
          .value();
    }
    return status(server).load().nodes().stream()
        .anyMatch(node -> node.node().equals(straggler) && node.straggler());
  }

  private static ManagerStatus status(ManagerServer server) {
    return Answer.<ManagerStatus>of(then -> server.manager().status(then)).value();
  }
}
