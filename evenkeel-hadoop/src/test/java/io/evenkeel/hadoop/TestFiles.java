package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Files of known bytes, and what tests ask about reads of them. */
public final class TestFiles {
  /** The block size of {@link HdfsInProcess#stock}. */
  public static final int BLOCK = 1 << 20;

  private TestFiles() {}

  /** A client with Evenkeel; the caller closes it. */
  public static EvenkeelFileSystem open(Configuration conf) throws IOException {
    return (EvenkeelFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
  }

  public static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /**
   * Writes a file of random bytes, and returns them when the NameNode knows all replicas: a file is
   * closed as soon as it knows one of each block.
   */
  public static byte[] write(FileSystem fs, Path path, int length) throws IOException {
    byte[] bytes = bytes(length, path.hashCode());
    try (FSDataOutputStream out = fs.create(path, true)) {
      out.write(bytes);
    }
    FileStatus status = fs.getFileStatus(path);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!status.isErasureCoded() && !hasAllReplicas(fs, status)) {
      assertThat(System.nanoTime()).as("replicas of %s are missing", path).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
    return bytes;
  }

  private static boolean hasAllReplicas(FileSystem fs, FileStatus status) throws IOException {
    for (BlockLocation block : fs.getFileBlockLocations(status, 0, Long.MAX_VALUE)) {
      if (block.getNames().length < status.getReplication()) {
        return false;
      }
    }
    return true;
  }

  /** The located blocks as the NameNode has them now. */
  public static List<LocatedBlock> blocks(DistributedFileSystem fs, Path path) throws IOException {
    return fs.getClient()
        .getLocatedBlocks(path.toUri().getPath(), 0, Long.MAX_VALUE)
        .getLocatedBlocks();
  }

  /** The rest of a stream is these bytes from there on. */
  public static void assertRest(FSDataInputStream in, byte[] file) throws IOException {
    int from = (int) in.getPos();
    assertSame(in.readAllBytes(), Arrays.copyOfRange(file, from, file.length));
  }

  /** As AssertJ's isEqualTo, but the message of a failure is not megabytes long. */
  public static void assertSame(byte[] found, byte[] expected) {
    assertThat(Arrays.mismatch(found, expected))
        .as(
            "the first byte that differs, of %s found and %s expected",
            found.length, expected.length)
        .isEqualTo(-1);
  }

  /** What a client's reads have added up to, once none is under way. */
  public static ReadTotals settled(EvenkeelFileSystem fs) throws InterruptedException {
    Await.until(() -> fs.readTotals().underWay() == 0);
    return fs.readTotals();
  }

  /** So many bytes came by lanes or the watched stock stream, and none was left over by lanes. */
  public static void assertNothingLeftOver(EvenkeelFileSystem fs, long bytes)
      throws InterruptedException {
    ReadTotals totals = settled(fs);
    assertThat(totals.plainBytes()).as("plain bytes of %s", totals).isZero();
    assertThat(totals.receivedBytes() + totals.stockBytes())
        .as("bytes received")
        .isGreaterThanOrEqualTo(bytes);
  }

  /** What the streams of a file system count into. */
  @SuppressWarnings("deprecation") // The replacement does not give what streams count into.
  public static FileSystem.Statistics statistics(FileSystem fs) {
    return FileSystem.getStatistics("hdfs", fs.getClass());
  }
}
