package io.evenkeel.hadoop.lane;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelStatistics;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.ParityServers;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of real files by every kind of code, with as many blocks gone as it has parity. */
class CodesTest {
  private static HdfsInProcess hdfs;
  private static ParityServers parity;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(6);
    parity = new ParityServers();
  }

  @AfterAll
  static void stop() {
    parity.close();
    hdfs.close();
  }

  private static Configuration conf(String code, String scheme) {
    Configuration conf = parity.addTo(hdfs.evenkeel(scheme));
    conf.set("evenkeel.code", code);
    // The stock stream asks three times for a block that nobody has, and would wait up to 18 s.
    conf.set("dfs.client.retry.window.base", "1");
    return conf;
  }

  private static void lose(LocatedBlock block) throws Exception {
    Files.delete(
        hdfs.replicaFile(hdfs.dataNode(block.getLocations()[0]), block.getBlock()).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "xor-2-1, adaptive, 2, 1",
    "rs-3-2, adaptive, 3, 2",
    "rs-3-2, pocache, 3, 2",
    "rs-4-3, adaptive, 4, 3",
    "rs-6-3, pocache, 6, 3"
  })
  void asManyBlocksAsThereIsParity_areRebuilt(String code, String scheme, int k, int m)
      throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf(code, scheme))) {
      Path path = new Path("/" + code + "-" + scheme);
      // The last block is short, and so is the stripe's last row.
      byte[] bytes = parity.write(fs, path, k * BLOCK - 300_001);
      List<LocatedBlock> blocks = TestFiles.blocks(fs, path);
      assertThat(blocks).hasSize(k);
      for (int lost = 0; lost < m; lost++) {
        lose(blocks.get(k - 1 - lost));
      }
      try (FSDataInputStream in = fs.open(path)) {
        TestFiles.assertRest(in, bytes);
        byte[] part = new byte[100_000];
        in.readFully((k - 1L) * BLOCK + 7, part);
        byte[] expected = new byte[part.length];
        System.arraycopy(bytes, (k - 1) * BLOCK + 7, expected, 0, part.length);
        TestFiles.assertSame(part, expected);
      }
      assertThat(TestFiles.settled(fs).decodedBytes())
          .isGreaterThanOrEqualTo(m * (long) BLOCK - 300_001);
    }
  }

  @Test
  @SuppressWarnings("deprecation")
  void whatWasReadAroundADeadNode_isInHadoopsStatistics() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("xor-3-1", "adaptive"))) {
      Path path = new Path("/counted");
      byte[] bytes = parity.write(fs, path, 3 * BLOCK);
      lose(TestFiles.blocks(fs, path).get(1));
      Map<String, Long> counters;
      long countedBefore;
      try (FSDataInputStream in = fs.open(path)) {
        countedBefore = jobCounter().getBytesRead();
        TestFiles.assertRest(in, bytes);
        TestFiles.settled(fs);
        counters = in.getIOStatistics().counters();
      }
      assertThat(counters.get("evenkeel_decoded_bytes")).isGreaterThanOrEqualTo(BLOCK);
      assertThat(counters.get("evenkeel_redirected_won_bytes")).isGreaterThanOrEqualTo(BLOCK);
      StorageStatistics process = GlobalStorageStatistics.INSTANCE.get(EvenkeelStatistics.NAME);
      assertThat(process.getLong("evenkeel_decoded_bytes")).isGreaterThanOrEqualTo(BLOCK);
      assertThat(process.isTracked("evenkeel_duplicated_asks")).isTrue();
      long erasureCoded =
          FileSystem.getAllStatistics().stream()
              .mapToLong(FileSystem.Statistics::getBytesReadErasureCoded)
              .sum();
      assertThat(erasureCoded).as("MapReduce shows them").isGreaterThanOrEqualTo(BLOCK);
      assertThat(
              IOStatisticsContext.getCurrentIOStatisticsContext()
                  .getIOStatistics()
                  .counters()
                  .get("evenkeel_decoded_bytes"))
          .isGreaterThanOrEqualTo(BLOCK);
      assertJobsShow(countedBefore, counters.get("evenkeel_redirected_won_bytes"));
    }
  }

  /** As MapReduce finds them, whatever thread has counted; but no task's input as Spark sums it. */
  private static void assertJobsShow(long countedBefore, long wonBytes) throws Exception {
    Await.until(() -> jobCounter().getBytesRead() - countedBefore >= wonBytes);
    assertThat(jobCounter().getReadOps()).isPositive();
    assertThat(jobCounter().getThreadStatistics().getBytesRead()).as("of this thread").isZero();
  }

  @SuppressWarnings("deprecation")
  private static FileSystem.Statistics jobCounter() {
    return FileSystem.getAllStatistics().stream()
        .filter(statistics -> statistics.getScheme().equals("evenkeel"))
        .findFirst()
        .orElseThrow();
  }

  /** A range of parity has no checksum of its own: what is decoded from it has. */
  @ParameterizedTest
  @ValueSource(ints = {50_000, BLOCK - (64 << 10) - 100})
  void corruptParity_isFound_andTheOtherParityIsTaken(int lengthBytes) throws Exception {
    Configuration conf = conf("rs-3-2", "adaptive");
    conf.set("evenkeel.subblock.bytes", "256k");
    try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
      Path path = new Path("/corrupt-parity-" + lengthBytes);
      byte[] bytes = parity.write(fs, path, 3 * BLOCK);
      lose(TestFiles.blocks(fs, path).get(1));
      int chunk = 64 << 10;
      assertThat(parity.corrupt(3, chunk + 4000)).isGreaterThanOrEqualTo(4);
      byte[] part = new byte[lengthBytes];
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(BLOCK + chunk + 100, part);
      }
      TestFiles.assertSame(
          part, Arrays.copyOfRange(bytes, BLOCK + chunk + 100, BLOCK + chunk + 100 + lengthBytes));
      assertThat(TestFiles.settled(fs).decodedBytes()).isPositive();
    }
  }

  @Test
  void snapshot_isReadFromTheParityOfWhatItHolds() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(conf("rs-3-2", "adaptive"))) {
      Path folder = new Path("/snapshots");
      Path path = new Path(folder, "file");
      byte[] bytes = parity.write(fs, path, 3 * BLOCK);
      fs.allowSnapshot(folder);
      Path snapshot = new Path(fs.createSnapshot(folder, "before"), "file");
      // What the file becomes after that is not what the snapshot holds.
      fs.truncate(path, BLOCK);
      List<LocatedBlock> blocks = TestFiles.blocks(fs, snapshot);
      lose(blocks.get(1));
      try (FSDataInputStream in = fs.open(snapshot)) {
        TestFiles.assertRest(in, bytes);
      }
      assertThat(TestFiles.settled(fs).decodedBytes()).isGreaterThanOrEqualTo(BLOCK);
    }
  }
}
