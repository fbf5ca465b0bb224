package io.evenkeel.hadoop.lane;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.ParityServers;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that are gone when they are read: with their node, from its disk, to another node. */
class LostReplicaTest {
  private HdfsInProcess hdfs;

  @BeforeEach
  void start() throws Exception {
    hdfs =
        new HdfsInProcess(
            6,
            Map.of("dfs.heartbeat.interval", "1", "dfs.namenode.redundancy.interval.seconds", "1"));
  }

  @AfterEach
  void stop() {
    hdfs.close();
  }

  private static List<LocatedBlock> opened(FSDataInputStream in) throws IOException {
    return ((HdfsDataInputStream) in).getAllBlocks();
  }

  private Configuration replicated() {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("dfs.replication", "2");
    return conf;
  }

  private void delete(LocatedBlock block, DatanodeInfo node) throws IOException {
    Files.delete(hdfs.replicaFile(hdfs.dataNode(node), block.getBlock()).orElseThrow());
  }

  /** Makes the NameNode have a block on other nodes than it was, and nowhere else. */
  private void move(EvenkeelFileSystem fs, Path path, LocatedBlock block) throws Exception {
    List<DatanodeInfo> from = Arrays.asList(block.getLocations());
    fs.setReplication(path, (short) (2 * from.size()));
    Await.until(() -> locations(fs, path, block).size() == 2 * from.size());
    // While more are wanted, or the NameNode might take the new ones for those too many.
    reportBad(fs, block);
    Await.until(() -> locations(fs, path, block).stream().noneMatch(from::contains));
    fs.setReplication(path, (short) from.size());
    Await.until(
        () -> {
          // What is reported while there are enough others is deleted.
          reportBad(fs, block);
          return from.stream()
              .allMatch(o -> hdfs.replicaFile(hdfs.dataNode(o), block.getBlock()).isEmpty());
        });
  }

  private static void reportBad(EvenkeelFileSystem fs, LocatedBlock block) {
    try {
      for (DatanodeInfo node : block.getLocations()) {
        fs.getClient()
            .reportBadBlocks(
                new LocatedBlock[] {new LocatedBlock(block.getBlock(), new DatanodeInfo[] {node})});
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<DatanodeInfo> locations(
      EvenkeelFileSystem fs, Path path, LocatedBlock block) {
    try {
      return TestFiles.blocks(fs, path).stream()
          .filter(b -> b.getBlock().equals(block.getBlock()))
          .flatMap(b -> Arrays.stream((DatanodeInfo[]) b.getLocations()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void deadNode_anotherReplicaIsRead() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(replicated())) {
      Path path = new Path("/dead");
      byte[] bytes = TestFiles.write(fs, path, 6 * BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        hdfs.dataNode(opened(in).get(1).getLocations()[0]).shutdown();
        TestFiles.assertRest(in, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, bytes.length);
    }
  }

  @Test
  void deadNodeWithTheOnlyReplica_itsBlocksAreRebuilt() throws Exception {
    try (ParityServers parity = new ParityServers();
        EvenkeelFileSystem fs = TestFiles.open(parity.addTo(hdfs.evenkeel("adaptive")))) {
      Path path = new Path("/dead-only");
      byte[] bytes = parity.write(fs, path, BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        hdfs.dataNode(opened(in).get(0).getLocations()[0]).shutdown();
        TestFiles.assertRest(in, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, bytes.length);
      assertThat(TestFiles.settled(fs).decodedBytes()).isEqualTo(bytes.length);
    }
  }

  /** As by the stock client: who tried lanes each time that a node refuses would never be told. */
  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache"})
  @Timeout(60)
  void moreDeadNodesThanThereIsParity_theReadFails(String scheme) throws Exception {
    Configuration conf = hdfs.evenkeel(scheme);
    conf.set("dfs.client.retry.window.base", "10");
    try (ParityServers parity = new ParityServers();
        EvenkeelFileSystem fs = TestFiles.open(parity.addTo(conf))) {
      Path path = new Path("/dead-two-" + scheme);
      parity.write(fs, path, 4 * BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        for (LocatedBlock block : opened(in).subList(1, 3)) {
          hdfs.dataNode(block.getLocations()[0]).shutdown();
        }
        assertThatThrownBy(in::readAllBytes).isInstanceOf(BlockMissingException.class);
        assertThatThrownBy(() -> in.readFully(BLOCK, new byte[2 * BLOCK]))
            .isInstanceOf(BlockMissingException.class);
      }
    }
  }

  @Test
  void replicaGoneFromDisk_anotherOneOrParityIsRead() throws Exception {
    try (ParityServers parity = new ParityServers();
        EvenkeelFileSystem two = TestFiles.open(replicated());
        EvenkeelFileSystem one = TestFiles.open(parity.addTo(hdfs.evenkeel("pocache")))) {
      Path replicated = new Path("/gone-2");
      Path single = new Path("/gone-1");
      byte[] bytesOfTwo = TestFiles.write(two, replicated, 6 * BLOCK);
      byte[] bytesOfOne = parity.write(one, single, 4 * BLOCK);
      try (FSDataInputStream in = two.open(replicated)) {
        for (LocatedBlock block : opened(in)) {
          delete(block, block.getLocations()[0]);
        }
        TestFiles.assertRest(in, bytesOfTwo);
      }
      try (FSDataInputStream in = one.open(single)) {
        delete(opened(in).get(2), opened(in).get(2).getLocations()[0]);
        TestFiles.assertRest(in, bytesOfOne);
      }
      TestFiles.assertNothingLeftOver(two, bytesOfTwo.length);
      TestFiles.assertNothingLeftOver(one, bytesOfOne.length);
      assertThat(TestFiles.settled(one).decodedBytes()).isEqualTo(BLOCK);
    }
  }

  @Test
  void blockMovedSinceTheOpen_isReadWhereItIsNow() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/moved");
      byte[] bytes = TestFiles.write(fs, path, 2 * BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        move(fs, path, opened(in).get(1));
        TestFiles.assertRest(in, bytes);
        byte[] again = new byte[bytes.length];
        in.readFully(0, again);
        TestFiles.assertSame(again, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, 2L * bytes.length);
    }
  }

  @Test
  void blockMovedAndItsNodeDead_isReadWhereItIsNow() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/moved-dead");
      byte[] bytes = TestFiles.write(fs, path, BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        DatanodeInfo old = opened(in).get(0).getLocations()[0];
        move(fs, path, opened(in).get(0));
        hdfs.dataNode(old).shutdown();
        TestFiles.assertRest(in, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, bytes.length);
    }
  }
}
