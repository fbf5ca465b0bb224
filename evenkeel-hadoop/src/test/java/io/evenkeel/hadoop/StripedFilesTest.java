package io.evenkeel.hadoop;

import static io.evenkeel.hadoop.TestFiles.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.client.file.StripedFile;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Erasure-coded files on a real HDFS, read as any k of k + m: whole and in pieces, with up to m
 * blocks of a group gone or corrupt, always the bytes that were written.
 */
@Timeout(120)
class StripedFilesTest {
  private static final int KIB = 1024;
  private static final int CELL = 64 * KIB;
  private static final int BLOCK = TestFiles.BLOCK;

  /** RS-3-2 and the like with small cells, so that a small file has many rows and groups. */
  private static final String RS_3_2 = "RS-3-2-64k";

  private static final String XOR_2_1 = "XOR-2-1-64k";
  private static final String RS_6_3 = "RS-6-3-1024k";
  private static final String RS_4_1 = "RS-4-1-16k";
  private static final String RS_LEGACY = "RS-LEGACY-6-3-1024k";

  private static HdfsInProcess hdfs;
  private EvenkeelFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(9);
    try (EvenkeelFileSystem admin = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      admin.addErasureCodingPolicies(
          new ErasureCodingPolicy[] {
            new ErasureCodingPolicy(new ECSchema("rs", 3, 2), CELL),
            new ErasureCodingPolicy(new ECSchema("xor", 2, 1), CELL),
            new ErasureCodingPolicy(new ECSchema("rs", 4, 1), 16 * KIB)
          });
      for (String policy : List.of(RS_3_2, XOR_2_1, RS_4_1, RS_6_3, RS_LEGACY)) {
        admin.enableErasureCodingPolicy(policy);
        admin.mkdirs(new Path("/" + policy));
        admin.setErasureCodingPolicy(new Path("/" + policy), policy);
      }
    }
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void open() throws Exception {
    fs = TestFiles.open(hdfs.evenkeel("adaptive"));
  }

  @AfterEach
  void close() throws Exception {
    fs.close();
  }

  private byte[] write(String policy, String name, int length) throws IOException {
    return TestFiles.write(fs, new Path("/" + policy, name), length);
  }

  private FSDataInputStream open(String policy, String name) throws IOException {
    return fs.open(new Path("/" + policy, name));
  }

  /** Whole, in pieces of awkward sizes, by positions, into direct buffers and by ranges. */
  private static void assertReadsAs(FSDataInputStream in, byte[] bytes, long seed)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    TestFiles.assertRest(in, bytes);
    assertThat(in.read()).isEqualTo(-1);
    for (int i = 0; i < 12 && bytes.length > 0; i++) {
      int at = random.nextInt(bytes.length);
      int length = 1 + random.nextInt(Math.min(bytes.length - at, 1 + random.nextInt(900_000)));
      byte[] expected = Arrays.copyOfRange(bytes, at, at + length);
      byte[] found = new byte[length];
      in.readFully(at, found);
      assertSame(found, expected);
      in.seek(at);
      assertThat(in.read(found, 0, length)).as("across cells, as stock").isEqualTo(length);
      assertSame(found, expected);
      ByteBuffer direct = ByteBuffer.allocateDirect(length);
      in.readFully(at, direct);
      direct.flip().get(found);
      assertSame(found, expected);
      in.seek(at);
      ByteBuffer half = ByteBuffer.allocateDirect(length);
      while (half.hasRemaining()) {
        assertThat(in.read(half)).isPositive();
      }
      assertThat(in.read(half)).as("nothing asked").isEqualTo(at + length < bytes.length ? 0 : -1);
      half.flip().get(found);
      assertSame(found, expected);
    }
    List<FileRange> ranges = new ArrayList<>();
    for (int at = 0; at + 1000 < bytes.length; at += 1 + bytes.length / 9) {
      ranges.add(FileRange.createFileRange(at, 1000));
    }
    in.readVectored(ranges, ByteBuffer::allocate);
    for (FileRange range : ranges) {
      byte[] found = new byte[range.getLength()];
      range.getData().get().get(found);
      int at = (int) range.getOffset();
      assertSame(found, Arrays.copyOfRange(bytes, at, at + found.length));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {RS_3_2, XOR_2_1, RS_4_1, RS_6_3})
  void filesOfAllLengths_areReadByLanes(String policy) throws Exception {
    ErasureCodingPolicy ec = fs.getErasureCodingPolicy(new Path("/" + policy));
    int cell = ec.getCellSize();
    int row = cell * ec.getNumDataUnits();
    int group = BLOCK / cell * cell * ec.getNumDataUnits();
    for (int length :
        new int[] {
          1,
          cell - 1,
          cell,
          cell + 1,
          row - 1,
          row,
          row + 1,
          2 * row + cell,
          group,
          group + 1,
          2 * group + row + cell + 7
        }) {
      byte[] bytes = write(policy, "of-" + length, length);
      try (FSDataInputStream in = open(policy, "of-" + length)) {
        assertReadsAs(in, bytes, length);
      }
    }
    ReadTotals totals = TestFiles.settled(fs);
    assertThat(totals.plainBytes()).isZero();
    assertThat(totals.receivedBytes()).isPositive();
  }

  @Test
  void tinyReads_aroundWhatTheStreamCannotDo_loseNoByte() throws Exception {
    byte[] bytes = write(RS_3_2, "tiny", 5 * CELL);
    try (FSDataInputStream in = open(RS_3_2, "tiny")) {
      for (int i = 0; i < 100; i++) {
        assertThat(in.readByte()).isEqualTo(bytes[i]);
      }
      assertThatThrownBy(
              () ->
                  in.read(new ElasticByteBufferPool(), 1000, EnumSet.of(ReadOption.SKIP_CHECKSUMS)))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(in.getPos()).isEqualTo(100);
      for (int i = 100; i < 200; i++) {
        assertThat(in.readByte()).isEqualTo(bytes[i]);
      }
      in.unbuffer();
      TestFiles.assertRest(in, bytes);
    }
  }

  @Test
  void emptyFile() throws Exception {
    byte[] bytes = write(RS_3_2, "empty", 0);
    try (FSDataInputStream in = open(RS_3_2, "empty")) {
      assertReadsAs(in, bytes, 0);
    }
  }

  @Test
  void wholeFile_isCountedAsTheStockClientCountsIt_andNotReadTwice() throws Exception {
    int length = 5 * BLOCK + 99;
    byte[] bytes = write(RS_3_2, "counted", length);
    fs.close();
    Configuration patient = hdfs.evenkeel("adaptive");
    patient.set("evenkeel.read.late.floor", "10s");
    fs = TestFiles.open(patient);
    long before = TestFiles.statistics(fs).getBytesRead();
    long codedBefore = TestFiles.statistics(fs).getData().getBytesReadErasureCoded();
    try (FSDataInputStream in = open(RS_3_2, "counted")) {
      TestFiles.assertRest(in, bytes);
    }
    assertThat(TestFiles.statistics(fs).getBytesRead() - before).isEqualTo(length);
    assertThat(TestFiles.statistics(fs).getData().getBytesReadErasureCoded() - codedBefore)
        .isEqualTo(length);
    assertThat(TestFiles.settled(fs).receivedBytes()).isEqualTo(length);
  }

  // ---- losses ----

  /** The internal blocks of a file's groups, by group and index. */
  private List<LocatedBlock[]> internal(String policy, String name) throws IOException {
    ErasureCodingPolicy ec = fs.getErasureCodingPolicy(new Path("/" + policy));
    List<LocatedBlock[]> groups = new ArrayList<>();
    for (LocatedBlock group : TestFiles.blocks(fs, new Path("/" + policy, name))) {
      groups.add(
          StripedBlockUtil.parseStripedBlockGroup(
              (LocatedStripedBlock) group,
              ec.getCellSize(),
              ec.getNumDataUnits(),
              ec.getNumParityUnits()));
    }
    return groups;
  }

  private static java.nio.file.Path replica(LocatedBlock block) {
    return hdfs.replicaFile(hdfs.dataNode(block.getLocations()[0]), block.getBlock()).orElseThrow();
  }

  private static java.nio.file.Path checksums(LocatedBlock block) {
    java.nio.file.Path replica = replica(block);
    String name = replica.getFileName() + "_" + block.getBlock().getGenerationStamp() + ".meta";
    return replica.resolveSibling(name);
  }

  private static void copy(java.nio.file.Path from, java.nio.file.Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  @ParameterizedTest
  @ValueSource(strings = {RS_3_2, XOR_2_1, RS_4_1})
  void everyPatternOfUpToMLosses_costsNoByte(String policy) throws Exception {
    ErasureCodingPolicy ec = fs.getErasureCodingPolicy(new Path("/" + policy));
    int total = ec.getNumDataUnits() + ec.getNumParityUnits();
    for (int pattern = 1; pattern < 1 << total; pattern++) {
      if (Integer.bitCount(pattern) <= ec.getNumParityUnits()) {
        int length = (int) (ec.getCellSize() * (total * 2.5)) + pattern;
        byte[] bytes = write(policy, "lost-" + pattern, length);
        for (LocatedBlock[] group : internal(policy, "lost-" + pattern)) {
          for (int i = 0; i < total; i++) {
            if ((pattern >> i & 1) == 1 && group[i] != null) {
              Files.delete(replica(group[i]));
            }
          }
        }
        try (FSDataInputStream in = open(policy, "lost-" + pattern)) {
          assertReadsAs(in, bytes, pattern);
        }
      }
    }
    assertThat(TestFiles.settled(fs).plainBytes()).isZero();
  }

  @Test
  void moreThanMLosses_failAsTheStockClientDoes() throws Exception {
    write(RS_3_2, "gone", 6 * CELL);
    for (LocatedBlock[] group : internal(RS_3_2, "gone")) {
      for (int i = 0; i < 3; i++) {
        Files.delete(replica(group[i]));
      }
    }
    Path path = new Path("/" + RS_3_2, "gone");
    try (FSDataInputStream ours = fs.open(path);
        FileSystem stock = FileSystem.newInstance(hdfs.stock());
        FSDataInputStream theirs = stock.open(path)) {
      Throwable stream = catchThrowable(theirs::read);
      assertThatThrownBy(ours::read)
          .isInstanceOf(stream.getClass())
          .hasMessageStartingWith(withoutLocations(stream));
      Throwable positional = catchThrowable(() -> theirs.readFully(5, new byte[10]));
      assertThatThrownBy(() -> ours.readFully(5, new byte[10]))
          .isInstanceOf(positional.getClass())
          .hasMessageStartingWith(withoutLocations(positional));
    }
  }

  /** What is missing: where blocks are comes in any order, and changes once one is missed. */
  private static String withoutLocations(Throwable stock) {
    return stock.getMessage().replaceFirst("; locatedBlocks is: .*", "");
  }

  @Test
  void streamsThatAreOpenAndIdle_giveTheirMemoryToThoseThatRead() throws Exception {
    byte[] bytes = write(RS_6_3, "idle", 12 << 20);
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.process.bytes", "64m");
    try (EvenkeelFileSystem small = TestFiles.open(conf)) {
      Path path = new Path("/" + RS_6_3, "idle");
      List<FSDataInputStream> idle = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        idle.add(small.open(path));
        assertThat(idle.get(i).read()).isEqualTo(bytes[0] & 0xff);
      }
      long since = System.nanoTime();
      Await.until(() -> System.nanoTime() - since > 1_100_000_000L);
      long held = small.readTotals().underWay();
      assertThat(held).isPositive();
      try (FSDataInputStream in = small.open(path)) {
        in.readFully(77, new byte[4096]);
      }
      // There is room for a small read: nobody gives anything up for it.
      Await.until(() -> small.readTotals().underWay() == held);
      long before = small.readTotals().receivedBytes();
      try (FSDataInputStream in = small.open(path)) {
        TestFiles.assertRest(in, bytes);
      }
      assertThat(small.readTotals().receivedBytes() - before).isGreaterThanOrEqualTo(bytes.length);
      for (FSDataInputStream in : idle) {
        TestFiles.assertRest(in, bytes);
        in.close();
      }
      TestFiles.settled(small);
    }
  }

  @Test
  void blockGoneFromItsDisk_isNotAskedForByEveryRead() throws Exception {
    byte[] bytes = write(RS_3_2, "gone-from-disk", 9 * CELL);
    Files.delete(replica(internal(RS_3_2, "gone-from-disk").get(0)[1]));
    try (FSDataInputStream in = open(RS_3_2, "gone-from-disk")) {
      long before = asksForLocations();
      for (int i = 0; i < 100; i++) {
        byte[] found = new byte[4096];
        in.readFully(CELL + 7 * i, found);
        assertSame(found, Arrays.copyOfRange(bytes, CELL + 7 * i, CELL + 7 * i + 4096));
      }
      assertThat(asksForLocations() - before).isLessThanOrEqualTo(2);
    }
    assertThat(TestFiles.settled(fs).plainBytes()).isZero();
  }

  private static long asksForLocations() {
    MetricsCollectorImpl metrics = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource("NameNodeActivity").getMetrics(metrics, true);
    return metrics.getRecords().stream()
        .flatMap(record -> StreamSupport.stream(record.metrics().spliterator(), false))
        .filter(metric -> metric.name().equals("GetBlockLocations"))
        .findFirst()
        .orElseThrow()
        .value()
        .longValue();
  }

  @Test
  void corruptBlock_isDecodedInstead_andTheNameNodeIsTold() throws Exception {
    byte[] bytes = write(RS_3_2, "corrupt", 9 * CELL + 5);
    LocatedBlock damaged = internal(RS_3_2, "corrupt").get(0)[1];
    java.nio.file.Path file = replica(damaged);
    byte[] wrong = Files.readAllBytes(file);
    wrong[CELL / 2] ^= 1;
    Files.write(file, wrong);
    try (FSDataInputStream in = open(RS_3_2, "corrupt")) {
      assertReadsAs(in, bytes, 1);
    }
    Await.until(() -> !isListed("corrupt", damaged));
    assertThat(TestFiles.settled(fs).plainBytes()).isZero();
  }

  /** Whether the NameNode sends readers to this replica. */
  private boolean isListed(String name, LocatedBlock replica) {
    try {
      for (LocatedBlock[] group : internal(RS_3_2, name)) {
        for (LocatedBlock block : group) {
          if (block != null
              && block.getBlock().equals(replica.getBlock())
              && block.getLocations()[0].equals(replica.getLocations()[0])) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void parityOfOtherData_isToldOnce_byItsGroup() throws Exception {
    write(RS_3_2, "mended", 6 * CELL);
    fs.close();
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.striped.verify", "always");
    fs = TestFiles.open(conf);
    LocatedBlock[] group = internal(RS_3_2, "mended").get(0);
    // One parity in the place of the other, with the checksums that it has.
    copy(replica(group[4]), replica(group[3]));
    copy(checksums(group[4]), checksums(group[3]));
    Files.delete(replica(group[0]));
    try (LoggedLines lines = new LoggedLines(StripedFile.class)) {
      for (int i = 0; i < 3; i++) {
        try (FSDataInputStream in = open(RS_3_2, "mended")) {
          in.readFully(0, new byte[CELL]);
        }
      }
      assertThat(lines.all())
          .singleElement()
          .asString()
          .contains("blk_" + group[0].getBlock().getBlockId(), "/" + RS_3_2 + "/mended");
    }
  }

  @Test
  void fileOfRsLegacy_isReadTheStockWay_alsoWithoutABlock() throws Exception {
    byte[] bytes = write(RS_LEGACY, "legacy", 7 << 20);
    try (FSDataInputStream in = open(RS_LEGACY, "legacy")) {
      TestFiles.assertRest(in, bytes);
    }
    Files.delete(replica(internal(RS_LEGACY, "legacy").get(0)[2]));
    try (FSDataInputStream in = open(RS_LEGACY, "legacy")) {
      TestFiles.assertRest(in, bytes);
      byte[] found = new byte[1 << 20];
      in.readFully(5 << 19, found);
      assertSame(found, Arrays.copyOfRange(bytes, 5 << 19, (5 << 19) + found.length));
    }
    assertThat(TestFiles.settled(fs).receivedBytes()).isZero();
  }

  @Test
  void switchedOff_theStockClientReads() throws Exception {
    byte[] bytes = write(RS_3_2, "stock", 5 * CELL);
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.striped", "false");
    try (EvenkeelFileSystem stock = TestFiles.open(conf);
        FSDataInputStream in = stock.open(new Path("/" + RS_3_2, "stock"))) {
      TestFiles.assertRest(in, bytes);
      assertThat(TestFiles.settled(stock).receivedBytes()).isZero();
    }
  }
}
