package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.file.KnownFile;
import io.evenkeel.client.file.OpenFile;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.testing.Await;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

class SlowNodesTest {
  private static SlowNodes slowNodes(
      ReadScene scene, DFSInputStream stock, KnownFile known, LedgerBook ledgers) {
    Probes probes = new Probes(stock, scene.connector(), scene.services);
    return new SlowNodes(stock, known, scene.services, probes, ledgers);
  }

  @Test
  void whileNoNodeIsSlow_aPositionalReadLocatesWhatTheStockClientLocates() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"))) {
      scene.write("/many", 36 * TestFiles.BLOCK);
      try (FSDataInputStream in = scene.fs().open(new Path("/many"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        int before = StockStream.file(stock).orElseThrow().locatedBlockCount();
        in.readFully(25L * TestFiles.BLOCK + 5, new byte[100]);
        assertThat(StockStream.file(stock).orElseThrow().locatedBlockCount() - before).isEqualTo(1);
      }
    }
  }

  @Test
  void smallReadsGoBackToANode_whenAProbeHasComeBack_andThenInTheNameNodesOrder() throws Exception {
    HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
    Configuration conf = three.evenkeel("adaptive");
    conf.set("evenkeel.read.lag.memory", "200ms");
    try (three;
        ReadScene scene = new ReadScene(three, conf)) {
      scene.write("/small", 1000);
      NodeBook nodes = scene.services.nodes();
      try (FSDataInputStream in = scene.fs().open(new Path("/small"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        KnownFile known = new KnownFile(Optional::empty, OpenFiles::lostAt, Runnable::run);
        LedgerBook ledgers = nodes.ledgers().part();
        SlowNodes sequential = slowNodes(scene, stock, known, ledgers);
        SlowNodes positional = slowNodes(scene, stock, known, ledgers);
        LocatedBlock block = StockStream.blockAt(stock, 0);
        List<DatanodeInfoWithStorage> usual = List.of(block.getLocations());
        NodeId first = LocatedFile.nodeOf(usual.get(0));
        ByteRange range = new ByteRange(0, 100);

        Ledger before = nodes.ledgers().totals().duplicated();
        nodes.lagged(first);
        assertThat(sequential.keepStreamOff(0, false)).isFalse();
        assertThat(List.of(block.getLocations())).last().isEqualTo(usual.get(0));
        assertThat(positional.keepOff(range)).isEmpty();
        assertThat(ledgers.totals().redirected()).isEqualTo(new Ledger(1, 100, 100));
        sequential.readTo(70);
        sequential.readTo(90);
        assertThat(ledgers.totals().redirected()).isEqualTo(new Ledger(2, 170, 170));

        Await.until(() -> !nodes.view().isSlow(first));
        assertThat(sequential.keepStreamOff(0, false)).isFalse();
        assertThat(List.of(block.getLocations()))
            .as("of a stream that is on its way")
            .containsExactlyElementsOf(usual);
        assertThat(positional.keepOff(range)).isEmpty();
        assertThat(List.of(block.getLocations()))
            .as("while a probe is under way")
            .last()
            .isEqualTo(usual.get(0));
        Await.until(() -> !nodes.isOnProbation(first));
        Ledger duplicated = nodes.ledgers().totals().duplicated();
        assertThat(duplicated.asks() - before.asks()).isEqualTo(1);
        assertThat(duplicated.wonBytes()).isEqualTo(before.wonBytes());
        assertThat(positional.keepOff(range)).isEmpty();
        assertThat(List.of(block.getLocations())).containsExactlyElementsOf(usual);
      }
    }
  }

  @Test
  void whereAllReplicasWereSlow_theyAreReadAgain() throws Exception {
    HdfsInProcess two = new HdfsInProcess(2, Map.of("dfs.replication", "2"));
    Configuration conf = two.evenkeel("adaptive");
    conf.set("evenkeel.read.lag.memory", "200ms");
    try (two;
        ReadScene scene = new ReadScene(two, conf)) {
      scene.write("/small", 1000);
      NodeBook nodes = scene.services.nodes();
      OpenFile file = scene.open("/small");
      try (FSDataInputStream in = scene.fs().open(new Path("/small"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        SlowNodes slowNodes =
            slowNodes(
                scene,
                stock,
                new KnownFile(() -> Optional.of(file), OpenFiles::lostAt, Runnable::run),
                nodes.ledgers());
        for (DatanodeInfoWithStorage node : StockStream.blockAt(stock, 0).getLocations()) {
          nodes.lagged(LocatedFile.nodeOf(node));
        }
        Await.until(() -> nodes.view().nodes().isEmpty());
        for (int i = 0; i < 3; i++) {
          assertThat(slowNodes.keepOff(new ByteRange(0, 100))).isEmpty();
        }
      }
    }
  }
}
