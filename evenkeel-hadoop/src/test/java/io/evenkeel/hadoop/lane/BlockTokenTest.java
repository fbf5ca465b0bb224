package io.evenkeel.hadoop.lane;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes on a cluster whose DataNodes ask for block tokens, and whose tokens do not last. */
class BlockTokenTest {
  private static final long LONG_MILLIS = 600_000;
  private static final long SHORT_MILLIS = 500;
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(5, Map.of("dfs.block.access.token.enable", "true"));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void tokensLast() {
    tokensLast(LONG_MILLIS);
  }

  private static void tokensLast(long millis) {
    secrets().setTokenLifetime(millis);
  }

  private static BlockTokenSecretManager secrets() {
    return hdfs.nameNode().getNamesystem().getBlockManager().getBlockTokenSecretManager();
  }

  private static void awaitExpired(FSDataInputStream in) throws Exception {
    for (LocatedBlock block : ((HdfsDataInputStream) in).getAllBlocks()) {
      long expiry = block.getBlockToken().decodeIdentifier().getExpiryDate();
      Await.until(() -> System.currentTimeMillis() > expiry);
    }
  }

  /** Opens with tokens that have expired by the time of the first read. */
  private static void assertReadsPastExpiry(EvenkeelFileSystem fs, Path path, byte[] bytes)
      throws Exception {
    tokensLast(SHORT_MILLIS);
    try (FSDataInputStream in = fs.open(path)) {
      awaitExpired(in);
      tokensLast(LONG_MILLIS);
      TestFiles.assertRest(in, bytes);
    }
  }

  @Test
  void expiredToken_readsNothing() throws Exception {
    tokensLast(SHORT_MILLIS);
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/guarded");
      TestFiles.write(fs, path, BLOCK);
      LocatedBlock stale;
      try (FSDataInputStream in = fs.open(path)) {
        awaitExpired(in);
        stale = ((HdfsDataInputStream) in).getAllBlocks().get(0);
      }
      BlockConnector connector =
          new BlockConnector((EvenkeelClient) fs.getClient(), fs.getConf(), 2000);
      assertThatThrownBy(
              () ->
                  connector.open(
                      "/guarded",
                      stale,
                      stale.getLocations()[0],
                      0,
                      BLOCK,
                      connector.usualCaching(),
                      socket -> {}))
          .isInstanceOf(InvalidBlockTokenException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache", "parallel"})
  void tokensExpired_betweenOpenAndRead_areFetchedAnew(String scheme) throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel(scheme))) {
      Path path = new Path("/expired-" + scheme);
      byte[] bytes = TestFiles.write(fs, path, 9 * BLOCK + 1234);
      assertReadsPastExpiry(fs, path, bytes);
      TestFiles.assertNothingLeftOver(fs, bytes.length);
    }
  }

  @Test
  void tokensExpired_betweenReads_areFetchedAnewEachTime() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/again");
      byte[] bytes = TestFiles.write(fs, path, 6 * BLOCK);
      tokensLast(SHORT_MILLIS);
      try (FSDataInputStream in = fs.open(path)) {
        byte[] piece = new byte[BLOCK / 2];
        for (int at : new int[] {0, 3 * BLOCK, 5 * BLOCK}) {
          in.readFully(at, piece);
          TestFiles.assertSame(piece, Arrays.copyOfRange(bytes, at, at + piece.length));
          long now = System.currentTimeMillis();
          Await.until(() -> System.currentTimeMillis() > now + 2 * SHORT_MILLIS);
        }
      }
      TestFiles.assertNothingLeftOver(fs, 3L * BLOCK / 2);
    }
  }

  @Test
  void tokensOfBlockGroupsExpired_areFetchedAnew() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("parallel"))) {
      ErasureCodingPolicy policy =
          fs
              .addErasureCodingPolicies(
                  new ErasureCodingPolicy[] {
                    new ErasureCodingPolicy(new ECSchema("rs", 3, 2), BLOCK / 8)
                  })[0]
              .getPolicy();
      fs.enableErasureCodingPolicy(policy.getName());
      fs.mkdirs(new Path("/coded"));
      fs.setErasureCodingPolicy(new Path("/coded"), policy.getName());
      Path path = new Path("/coded/expired");
      byte[] bytes = TestFiles.write(fs, path, 7 * BLOCK + 1234);
      // With no parity nothing can be decoded: every lane must do, by a token of its own.
      deleteParity(fs, path, policy);
      assertReadsPastExpiry(fs, path, bytes);
      TestFiles.assertNothingLeftOver(fs, bytes.length);
    }
  }

  private static void deleteParity(EvenkeelFileSystem fs, Path path, ErasureCodingPolicy policy)
      throws Exception {
    // A file is closed before the NameNode has heard of all its parity.
    Await.until(() -> parity(fs, path, policy).stream().allMatch(Objects::nonNull));
    for (LocatedBlock block : parity(fs, path, policy)) {
      DataNode node = hdfs.dataNode(block.getLocations()[0]);
      Files.delete(hdfs.replicaFile(node, block.getBlock()).orElseThrow());
    }
  }

  /** The parity blocks as the NameNode has them now; null for one that is nowhere. */
  private static List<LocatedBlock> parity(
      EvenkeelFileSystem fs, Path path, ErasureCodingPolicy policy) {
    int data = policy.getNumDataUnits();
    int parity = policy.getNumParityUnits();
    List<LocatedBlock> blocks = new ArrayList<>();
    try {
      for (LocatedBlock group : TestFiles.blocks(fs, path)) {
        LocatedBlock[] internal =
            StripedBlockUtil.parseStripedBlockGroup(
                (LocatedStripedBlock) group, policy.getCellSize(), data, parity);
        blocks.addAll(Arrays.asList(internal).subList(data, data + parity));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return blocks;
  }
}
