package io.evenkeel.hadoop.lane;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.ParityServers;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.DataEncryptionKey;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lanes on a cluster that encrypts what DataNodes send. */
class EncryptedTransferTest {
  private static HdfsInProcess encrypted(String algorithm, String suites) throws Exception {
    return new HdfsInProcess(
        5,
        Map.of(
            "dfs.block.access.token.enable", "true",
            "dfs.encrypt.data.transfer", "true",
            "dfs.encrypt.data.transfer.algorithm", algorithm,
            "dfs.encrypt.data.transfer.cipher.suites", suites,
            "dfs.heartbeat.interval", "1"));
  }

  @Test
  void plainConnections_areRefused() throws Exception {
    try (HdfsInProcess hdfs = encrypted("3des", "");
        Socket plain =
            new Socket(InetAddress.getLoopbackAddress(), hdfs.dataNodes().get(0).getXferPort())) {
      // The version and the code of a read, as a client without encryption begins.
      plain.getOutputStream().write(new byte[] {0, 28, 81, 0});
      assertThat(plain.getInputStream().read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({"3des,''", "rc4,''", "3des,AES/CTR/NoPadding"})
  void encryptedBytes_comeThroughLanes(String algorithm, String suites) throws Exception {
    try (HdfsInProcess hdfs = encrypted(algorithm, suites);
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/encrypted");
      byte[] bytes = TestFiles.write(fs, path, 6 * BLOCK + 4321);
      assertThat(fs.getClient().newDataEncryptionKey().encryptionAlgorithm).isEqualTo(algorithm);
      for (int round = 0; round < 2; round++) {
        try (FSDataInputStream in = fs.open(path)) {
          TestFiles.assertRest(in, bytes);
        }
      }
      TestFiles.assertNothingLeftOver(fs, 2L * bytes.length);
    }
  }

  @Test
  void slowNode_isReadPast() throws Exception {
    try (HdfsInProcess hdfs = encrypted("3des", "AES/CTR/NoPadding");
        ParityServers parity = new ParityServers();
        EvenkeelFileSystem fs = TestFiles.open(parity.addTo(hdfs.evenkeel("adaptive")))) {
      Path path = new Path("/slow");
      byte[] bytes;
      Optional<DatanodeInfo> alone;
      do {
        bytes = parity.write(fs, path, 4 * BLOCK);
        alone = nodeWithOneBlock(TestFiles.blocks(fs, path));
      } while (alone.isEmpty());
      // The block alone would take more than a minute.
      hdfs.dataNode(alone.get())
          .reconfigurePropertyImpl("dfs.datanode.data.read.bandwidthPerSec", "16000");
      try (FSDataInputStream in = fs.open(path)) {
        TestFiles.assertRest(in, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, 3L * BLOCK);
      assertThat(TestFiles.settled(fs).decodedBytes()).isGreaterThan(BLOCK / 2);
    }
  }

  /** One block of a stripe is all that a parity of one fragment makes up for. */
  private static Optional<DatanodeInfo> nodeWithOneBlock(List<LocatedBlock> blocks) {
    List<DatanodeInfo> nodes =
        blocks.stream().map(block -> (DatanodeInfo) block.getLocations()[0]).toList();
    return nodes.stream().filter(n -> Collections.frequency(nodes, n) == 1).findFirst();
  }

  @Test
  void encryptionKeyGone_isReplaced() throws Exception {
    try (HdfsInProcess hdfs = encrypted("3des", "AES/CTR/NoPadding");
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/long-lived");
      byte[] bytes = TestFiles.write(fs, path, 4 * BLOCK);
      DataEncryptionKey key = fs.getClient().newDataEncryptionKey();
      BlockTokenSecretManager secrets =
          hdfs.nameNode().getNamesystem().getBlockManager().getBlockTokenSecretManager();
      try (FSDataInputStream in = fs.open(path)) {
        byte[] half = new byte[2 * BLOCK];
        in.readFully(0, half);
        TestFiles.assertSame(half, Arrays.copyOf(bytes, half.length));
        secrets.setKeyUpdateIntervalForTesting(500);
        secrets.setTokenLifetime(500);
        Await.until(() -> hdfs.dataNodes().stream().noneMatch(n -> knows(n, key)));
        secrets.setTokenLifetime(600_000);
        secrets.setKeyUpdateIntervalForTesting(600_000);
        TestFiles.assertRest(in, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, bytes.length);
      assertThat(fs.getClient().getEncryptionKey().keyId).isNotEqualTo(key.keyId);
    }
  }

  private static boolean knows(DataNode node, DataEncryptionKey key) {
    return node.getBlockPoolTokenSecretManager().get(key.blockPoolId).hasKey(key.keyId);
  }
}
