package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.stream.Probes;
import io.evenkeel.client.stream.StockBlock;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ProbesTest {
  /** Of reads of which all but a byte comes. */
  private static final int CUT_BYTES = 1234;

  @Test
  void nodeThatAcceptsAndSaysNothing_isLeftInTime_andStaysOneToKeepOff() throws Exception {
    try (HdfsInProcess one = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(one, withLagMemory(one, "2s"));
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      scene.write("/file", TestFiles.BLOCK);
      NodeBook nodes = scene.services.nodes();
      try (DFSInputStream stock = scene.fs().getClient().open("/file")) {
        LocatedBlock real = scene.of(stock).locatedAt(0);
        LocatedBlock block = at(real, silent.getLocalPort());
        NodeId node = LocatedFile.nodeOf(block.getLocations()[0]);
        nodes.lagged(node);
        Await.until(() -> !nodes.view().isSlow(node));
        new Probes(scene.services)
            .probeThere(
                node,
                new HdfsBlock(block, "/file", scene.connector()),
                ByteRange.of(10, 100),
                false);
        try (Socket probe = silent.accept()) {
          probe.setSoTimeout(60_000);
          assertThat(probe.getInputStream().readAllBytes()).isNotEmpty();
        }
        Await.until(() -> nodes.view().isSlow(node));
        assertThat(nodes.isKeptOff(node)).isTrue();
      }
    }
  }

  /** A node may send a little at once, however slow it is. */
  @Test
  void probe_isAsLongAsTheReadThatKeepsOff_orShowsAPace() throws Exception {
    try (HdfsInProcess one = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(one, withLagMemory(one, "1s"))) {
      NodeBook nodes = scene.services.nodes();
      NodeId node = new NodeId("datanode:9866");
      BlockingQueue<ByteRange> probed = new LinkedBlockingQueue<>();
      ByteRange block = ByteRange.of(100, 8 << 20);
      Probes probes = new Probes(scene.services);
      // A fiftieth of what was read may be read to try nodes.
      nodes.stretchEnded(
          new NodeSample(new NodeId("other:9866"), 60 << 20, 60 << 20, 1, Outcome.ABORTED));
      nodes.laggedAtShort(node);
      Await.until(() -> !nodes.view().isSlow(node));
      probes.probeThere(node, probedBlock(block, probed), ByteRange.of(177, 300_000), false);
      assertThat(probed.take()).as("of the block").isEqualTo(ByteRange.of(77, 300_000));
      assertThat(probed.take()).as("the second time").isEqualTo(ByteRange.of(77, 300_000));
      Await.until(() -> !nodes.isKeptOff(node));
      nodes.lagged(node);
      Await.until(() -> !nodes.view().isSlow(node));
      probes.probeThere(node, probedBlock(block, probed), ByteRange.of(177, 4096), false);
      assertThat(probed.take()).as("by its pace").isEqualTo(ByteRange.of(0, 1 << 20));
    }
  }

  private static Configuration withLagMemory(HdfsInProcess hdfs, String time) {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.lag.memory", time);
    return conf;
  }

  private static StockBlock probedBlock(ByteRange range, BlockingQueue<ByteRange> probed) {
    return new StockBlock() {
      @Override
      public ByteRange range() {
        return range;
      }

      @Override
      public long lengthBytes() {
        return range.lengthBytes();
      }

      @Override
      public List<NodeId> usualNodes() {
        throw new UnsupportedOperationException();
      }

      @Override
      public boolean order(Predicate<NodeId> avoided) {
        throw new UnsupportedOperationException();
      }

      @Override
      public long readAway(NodeId node, ByteRange part, Watcher watcher) throws IOException {
        probed.add(part);
        if (part.lengthBytes() == CUT_BYTES) {
          watcher.received(CUT_BYTES - 1);
          throw new SocketTimeoutException("cut");
        }
        watcher.received((int) part.lengthBytes());
        return 1;
      }
    };
  }

  @Test
  void aNodeThatIsCutAfterAPacket_hasBroughtSomething() throws Exception {
    try (HdfsInProcess one = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(one, withLagMemory(one, "1s"))) {
      NodeBook nodes = scene.services.nodes();
      NodeId node = new NodeId("datanode:9866");
      BlockingQueue<ByteRange> probed = new LinkedBlockingQueue<>();
      nodes.laggedAtShort(node);
      Await.until(() -> !nodes.view().isSlow(node));
      new Probes(scene.services)
          .probeThere(
              node,
              probedBlock(ByteRange.of(0, 8 << 20), probed),
              ByteRange.of(0, CUT_BYTES),
              false);
      Await.until(() -> nodes.view().isSlow(node));
      assertThat(probed).hasSize(1);
      assertThat(nodes.isDoubted(node)).isTrue();
      assertThat(nodes.isSilent(node)).isFalse();
    }
  }

  private static LocatedBlock at(LocatedBlock real, int port) {
    DatanodeInfo known = real.getLocations()[0];
    DatanodeInfo moved =
        new DatanodeInfoBuilder().setNodeID(known).setIpAddr("127.0.0.1").setXferPort(port).build();
    LocatedBlock block = new LocatedBlock(real.getBlock(), new DatanodeInfo[] {moved});
    block.setStartOffset(real.getStartOffset());
    block.setBlockToken(real.getBlockToken());
    return block;
  }
}
