package io.evenkeel.hadoop;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSStripedInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that lanes are not for: the stock stream reads them, and their bytes are right. */
class PlainFilesTest {
  private static HdfsInProcess hdfs;
  private EvenkeelFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(9);
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

  private void assertRead(Path path, byte[] bytes, boolean byLanes) throws Exception {
    try (FSDataInputStream in = fs.open(path)) {
      TestFiles.assertRest(in, bytes);
      byte[] again = new byte[bytes.length];
      in.readFully(0, again);
      TestFiles.assertSame(again, bytes);
    }
    assertThat(TestFiles.settled(fs).receivedBytes() > 0).as("by lanes").isEqualTo(byLanes);
  }

  @Test
  void erasureCodedFileOfACodeThatIsNotOurs() throws Exception {
    Path folder = new Path("/legacy");
    fs.mkdirs(folder);
    fs.enableErasureCodingPolicy("RS-LEGACY-6-3-1024k");
    fs.setErasureCodingPolicy(folder, "RS-LEGACY-6-3-1024k");
    Path path = new Path(folder, "file");
    byte[] bytes = TestFiles.write(fs, path, 7 * BLOCK + 99);
    try (FSDataInputStream in = fs.open(path)) {
      assertThat(in.getWrappedStream()).isInstanceOf(DFSStripedInputStream.class);
    }
    assertRead(path, bytes, false);
  }

  @Test
  void fileBeingWritten_isReadAsFarAsItIsFlushed() throws Exception {
    Path path = new Path("/open");
    byte[] bytes = TestFiles.bytes(5 * BLOCK, 1);
    try (FSDataOutputStream out = fs.create(path)) {
      int written = 0;
      for (int until : new int[] {1000, BLOCK, BLOCK + 7, 3 * BLOCK + 100, bytes.length}) {
        out.write(bytes, written, until - written);
        out.hflush();
        written = until;
        assertRead(path, Arrays.copyOf(bytes, written), false);
      }
    }
    assertRead(path, bytes, true);
  }

  @Test
  void openedWhileWritten_readsWhatItSawThen() throws Exception {
    Path path = new Path("/opened-early");
    byte[] bytes = TestFiles.bytes(3 * BLOCK, 1);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(bytes, 0, BLOCK + 1000);
      out.hflush();
      try (FSDataInputStream in = fs.open(path)) {
        byte[] head = new byte[1000];
        in.readFully(head);
        out.write(bytes, BLOCK + 1000, bytes.length - BLOCK - 1000);
        out.hflush();
        in.seek(0);
        TestFiles.assertSame(in.readAllBytes(), Arrays.copyOf(bytes, BLOCK + 1000));
      }
    }
    assertRead(path, bytes, true);
  }

  @Test
  void checksumsNotVerified_handsOutWhatIsOnDisk() throws Exception {
    Path path = new Path("/unverified");
    byte[] bytes = TestFiles.write(fs, path, 2 * BLOCK);
    LocatedBlock block = TestFiles.blocks(fs, path).get(1);
    java.nio.file.Path replica =
        hdfs.replicaFile(hdfs.dataNode(block.getLocations()[0]), block.getBlock()).orElseThrow();
    try (RandomAccessFile file = new RandomAccessFile(replica.toFile(), "rw")) {
      file.seek(77);
      file.write(bytes[BLOCK + 77] ^ 1);
    }
    bytes[BLOCK + 77] ^= 1;
    fs.setVerifyChecksum(false);
    // Lanes verify, and leave over what they cannot vouch for, maybe before anything else has come.
    try (FSDataInputStream in = fs.open(path)) {
      TestFiles.assertRest(in, bytes);
      byte[] again = new byte[bytes.length];
      in.readFully(0, again);
      TestFiles.assertSame(again, bytes);
    }
    assertThat(TestFiles.settled(fs).reads()).as("by lanes").isPositive();
  }

  @Test
  void fileWithoutChecksums() throws Exception {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("dfs.checksum.type", "NULL");
    Path path = new Path("/null");
    byte[] bytes;
    try (EvenkeelFileSystem writer = TestFiles.open(conf)) {
      bytes = TestFiles.write(writer, path, 3 * BLOCK + 5);
    }
    assertRead(path, bytes, false);
  }

  @Test
  void shortFirstBlock_costsNoMoreReadsThanItHasBlocks() throws Exception {
    Path path = new Path("/short-first");
    byte[] head = TestFiles.write(fs, path, 1024);
    Path rest = new Path("/short-first-rest");
    byte[] tail = TestFiles.write(fs, rest, 4 * BLOCK);
    fs.concat(path, new Path[] {rest});
    byte[] bytes = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, bytes, head.length, tail.length);
    byte[] found = new byte[bytes.length];
    try (FSDataInputStream in = fs.open(path)) {
      long before = blocksRead();
      in.readFully(0, found);
      TestFiles.assertSame(found, bytes);
      assertThat(blocksRead() - before).as("reads at DataNodes, of 5 blocks").isBetween(1L, 10L);
    }
  }

  private static long blocksRead() throws ReflectiveOperationException {
    long all = 0;
    for (DataNode node : hdfs.dataNodes()) {
      Field counter = DataNodeMetrics.class.getDeclaredField("blocksRead");
      counter.setAccessible(true);
      all += ((MutableCounterLong) counter.get(node.getMetrics())).value();
    }
    return all;
  }
}
