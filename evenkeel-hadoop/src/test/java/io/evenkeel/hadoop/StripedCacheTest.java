package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.hadoop.fill.Filler;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * POCache's second layout: the parity of erasure-coded files in a cache node, made while they are
 * written or by the filler, and the same as the one that is stored.
 */
@Timeout(120)
class StripedCacheTest {
  private static final int CELL = 1 << 20;
  private static final String RS_4_1 = "RS-4-1-1024k";

  private static HdfsInProcess hdfs;
  private static ParityServers servers;

  @BeforeAll
  static void start() throws Exception {
    // What is lost stays lost: the NameNode would have it rebuilt before the filler gets its order.
    hdfs = new HdfsInProcess(11, Map.of("dfs.namenode.redundancy.interval.seconds", "3600"));
    servers = new ParityServers();
    try (DistributedFileSystem admin =
        (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
      for (int k : new int[] {4, 6, 8, 10}) {
        admin.addErasureCodingPolicies(
            new ErasureCodingPolicy[] {new ErasureCodingPolicy(new ECSchema("rs", k, 1), CELL)});
      }
      for (String policy :
          List.of(
              RS_4_1,
              "RS-6-1-1024k",
              "RS-8-1-1024k",
              "RS-10-1-1024k",
              "XOR-2-1-1024k",
              "RS-3-2-1024k")) {
        admin.enableErasureCodingPolicy(policy);
        admin.mkdirs(new Path("/" + policy));
        admin.setErasureCodingPolicy(new Path("/" + policy), policy);
      }
    }
  }

  @AfterAll
  static void stop() {
    servers.close();
    hdfs.close();
  }

  /** Two cells to a block, so that a block group is soon full. */
  private static Configuration conf(String scheme) {
    Configuration conf = servers.addTo(hdfs.evenkeel(scheme));
    conf.setLong("dfs.blocksize", 2L * CELL);
    return conf;
  }

  /** Deletes the replicas of some blocks of every group. */
  private static void lose(EvenkeelFileSystem fs, Path path, String policy, int... indexes)
      throws IOException {
    ErasureCodingPolicy of = fs.getErasureCodingPolicy(path);
    assertThat(of.getName()).isEqualTo(policy);
    for (LocatedBlock block : TestFiles.blocks(fs, path)) {
      LocatedBlock[] group =
          StripedBlockUtil.parseStripedBlockGroup(
              (LocatedStripedBlock) block, CELL, of.getNumDataUnits(), of.getNumParityUnits());
      for (int index : indexes) {
        if (group[index] != null) {
          Files.delete(
              hdfs.replicaFile(
                      hdfs.dataNode(group[index].getLocations()[0]), group[index].getBlock())
                  .orElseThrow());
        }
      }
    }
  }

  private static void assertReads(EvenkeelFileSystem fs, Path path, byte[] bytes) throws Exception {
    try (FSDataInputStream in = fs.open(path)) {
      TestFiles.assertRest(in, bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Full groups, then one of a full row, a short cell and nothing more.
    RS_4_1 + ", 4, 22543210, 3",
    "RS-6-1-1024k, 6, 12582912, 1",
    "RS-8-1-1024k, 8, 9000000, 1",
    "RS-10-1-1024k, 10, 33000000, 2",
    "XOR-2-1-1024k, 2, 1000, 1",
    "XOR-2-1-1024k, 2, 5242881, 2"
  })
  void whileWritten_theParityIsCached_andDoesForABlockWhenTheStoredOneIsLostToo(
      String policy, int k, int length, int groups) throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("adaptive"))) {
      int before = servers.publishedStripes();
      Path path = new Path("/" + policy, "written-" + length);
      byte[] bytes = servers.write(fs, path, length);
      assertThat(servers.publishedStripes() - before).as("block groups").isEqualTo(groups);
      lose(fs, path, policy, 0, k);
      ReadTotals start = TestFiles.settled(fs);
      assertReads(fs, path, bytes);
      ReadTotals read = TestFiles.settled(fs).minus(start);
      assertThat(read.decodedBytes()).as("all of the lost blocks").isPositive();
      assertThat(read.plainBytes()).isZero();
    }
  }

  @Test
  void corruptCachedParity_isTheStoredOnesPlace() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("pocache"))) {
      Path path = new Path("/" + RS_4_1, "corrupt");
      byte[] bytes = servers.write(fs, path, 8 * CELL);
      int published = servers.publishedStripes();
      // The first read brings the tickets.
      assertReads(fs, path, bytes);
      assertThat(servers.corrupt(4, 12_345)).isPositive();
      lose(fs, path, RS_4_1, 1);
      assertReads(fs, path, bytes);
      assertThat(TestFiles.settled(fs).plainBytes()).isZero();
      Await.until(() -> servers.publishedStripes() < published);
    }
  }

  @Test
  void eagerly_theCachedParityIsReadWithTheData() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("pocache"))) {
      Path path = new Path("/" + RS_4_1, "eager");
      byte[] bytes = servers.write(fs, path, 16 * CELL);
      // The first read brings the tickets.
      assertReads(fs, path, bytes);
      lose(fs, path, RS_4_1, 4);
      // On a busy machine a node may be kept off for a moment: then parity comes in its place.
      Await.until(() -> receivedToRead(fs, path, bytes) > bytes.length);
    }
  }

  private static long receivedToRead(EvenkeelFileSystem fs, Path path, byte[] bytes) {
    try {
      ReadTotals start = TestFiles.settled(fs);
      assertReads(fs, path, bytes);
      long received = TestFiles.settled(fs).minus(start).receivedBytes();
      assertThat(received).isBetween((long) bytes.length, bytes.length * 5L / 4);
      return received;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void writtenByStock_theFillerMakesIt() throws Exception {
    Path path = new Path("/" + RS_4_1, "filled");
    byte[] bytes;
    Configuration stock = hdfs.stock();
    stock.setLong("dfs.blocksize", 2L * CELL);
    try (FileSystem fs = FileSystem.newInstance(stock)) {
      bytes = TestFiles.write(fs, path, 13 * CELL + 77);
    }
    List<String> log = new CopyOnWriteArrayList<>();
    int before = servers.publishedStripes();
    Filler filler = Filler.start(conf("adaptive"), log::add);
    try (EvenkeelFileSystem fs = TestFiles.open(conf("adaptive"))) {
      assertReads(fs, path, bytes);
      Await.until(() -> servers.publishedStripes() == before + 2);
      lose(fs, path, RS_4_1, 3, 4);
      assertReads(fs, path, bytes);
    } finally {
      filler.close();
    }
    assertThat(log).as(log.toString()).hasSize(2).allMatch(line -> line.endsWith(": published"));
  }

  /** What is decoded proves nothing of itself. */
  @Test
  void ofALostBlock_theFillerMakesNothing() throws Exception {
    Path path = new Path("/" + RS_4_1, "lost");
    Configuration stock = hdfs.stock();
    stock.setLong("dfs.blocksize", 2L * CELL);
    List<String> log = new CopyOnWriteArrayList<>();
    int before = servers.publishedStripes();
    try (FileSystem writer = FileSystem.newInstance(stock);
        EvenkeelFileSystem fs = TestFiles.open(conf("adaptive"))) {
      byte[] bytes = TestFiles.write(writer, path, 4 * CELL);
      lose(fs, path, RS_4_1, 2);
      Filler filler = Filler.start(conf("adaptive"), log::add);
      try {
        assertReads(fs, path, bytes);
        Await.until(() -> !log.isEmpty());
      } finally {
        filler.close();
      }
    }
    assertThat(log.get(0)).contains("not made, ", "verified bytes of it cannot be had");
    assertThat(servers.publishedStripes()).isEqualTo(before);
  }

  @Test
  void ofSmallCells_noneIsCached_andTheStreamIsTheStockOne() throws Exception {
    String policy = "XOR-2-1-64k";
    Path folder = new Path("/" + policy);
    byte[] bytes = TestFiles.bytes(3_000_000, 3);
    int before = servers.publishedStripes();
    try (EvenkeelFileSystem fs = TestFiles.open(conf("adaptive"))) {
      fs.mkdirs(folder);
      fs.addErasureCodingPolicies(
          new ErasureCodingPolicy[] {new ErasureCodingPolicy(new ECSchema("xor", 2, 1), 64 << 10)});
      fs.enableErasureCodingPolicy(policy);
      fs.setErasureCodingPolicy(folder, policy);
      Path path = new Path(folder, "file");
      try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, 4 << 20)) {
        assertThat(out.getClass()).isEqualTo(HdfsDataOutputStream.class);
        out.write(bytes);
      }
      assertThat(fs.writeTotals().files()).as("files encoded").isZero();
      assertThat(fs.writeTotals().filesInFlight()).isZero();
      try (FileSystem stock = FileSystem.newInstance(hdfs.stock());
          FSDataInputStream in = stock.open(path)) {
        TestFiles.assertRest(in, bytes);
      }
    }
    assertThat(servers.publishedStripes()).isEqualTo(before);
  }

  @Test
  void whereThereIsMoreStoredParity_noneIsCached() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("adaptive"))) {
      int before = servers.publishedStripes();
      Path path = new Path("/RS-3-2-1024k", "plain");
      byte[] bytes = TestFiles.write(fs, path, 6 * CELL);
      assertThat(fs.awaitPublished(Duration.ofSeconds(60))).isTrue();
      assertReads(fs, path, bytes);
      assertThat(servers.publishedStripes()).isEqualTo(before);
    }
  }

  @Test
  void smallReadsWithinARow_areRightWhereverTheyBegin() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("adaptive"))) {
      Path path = new Path("/" + RS_4_1, "small");
      byte[] bytes = servers.write(fs, path, 9 * CELL + 5);
      lose(fs, path, RS_4_1, 2);
      try (FSDataInputStream in = fs.open(path)) {
        TestFiles.assertRest(in, bytes);
        for (int at : new int[] {2 * CELL, 2 * CELL + 8192, 2 * CELL + 1, 3 * CELL - 5000}) {
          byte[] found = new byte[5000];
          in.readFully(at, found);
          TestFiles.assertSame(found, Arrays.copyOfRange(bytes, at, at + found.length));
        }
        // Whole chunks can be had from the cache alone.
        lose(fs, path, RS_4_1, 4);
        ReadTotals start = TestFiles.settled(fs);
        for (int at : new int[] {2 * CELL + 8192, 3 * CELL - 65_536}) {
          byte[] found = new byte[65_536];
          in.readFully(at, found);
          TestFiles.assertSame(found, Arrays.copyOfRange(bytes, at, at + found.length));
        }
        assertThat(TestFiles.settled(fs).minus(start).plainBytes()).isZero();
      }
    }
  }
}
