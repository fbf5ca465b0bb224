package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a file is now is what a fresh open reads, whatever parity of earlier versions is cached. A
 * read that finds no parity for what is on a stopped node waits for the end of the test.
 */
@Timeout(120)
class VersionTest {
  private static final int BLOCK_BYTES = FaultCluster.BLOCK_BYTES;
  private static final int FILE_BYTES = 5 * BLOCK_BYTES + 77;

  /**
   * A node so slow makes a read want parity wherever there is some, and is got along with: half a
   * second or so for what is left of a block when the node has sent what it had saved up while
   * healthy.
   */
  private static final double STRAGGLER = 64;

  private static FaultCluster faults;

  private EvenkeelFileSystem fs;
  private DistributedFileSystem stock;

  @BeforeAll
  static void start() throws IOException {
    faults = FaultCluster.start(1);
  }

  @AfterAll
  static void close() throws IOException {
    faults.close();
  }

  @BeforeEach
  void openClient() throws IOException {
    fs = faults.newEvenkeel(faults.configuration("pocache"));
    stock = faults.stock();
  }

  @AfterEach
  void closeClient() throws IOException {
    fs.close();
  }

  private byte[] publish(Path path, long seed) throws Exception {
    byte[] bytes = FaultCluster.randomBytes(FILE_BYTES, seed);
    faults.writePublished(fs, path, bytes);
    assertThat(decodedBehindAStoppedNode(path, BLOCK_BYTES, bytes, "published"))
        .as("bytes decoded before anything was done to %s", path)
        .isPositive();
    return bytes;
  }

  /** Reads so much of a file of which one block's node hangs; how many bytes were decoded. */
  private long decodedBehindAStoppedNode(Path path, long blockOffset, byte[] bytes, String what)
      throws Exception {
    long before = FaultCluster.settledTotals(fs).decodedBytes();
    int node = faults.nodeOf(path, blockOffset);
    faults.cluster().stop(node);
    try {
      byte[] read = FaultCluster.readInPieces(fs, path, bytes.length, bytes.length);
      FaultCluster.assertSame(read, bytes, what);
    } finally {
      faults.cluster().resume(node);
    }
    return FaultCluster.settledTotals(fs).decodedBytes() - before;
  }

  /**
   * Reads a file whose second block is on a slow node, which may have no parity: how many bytes
   * were decoded for it.
   */
  private long decodedBehindAStraggler(Path path, byte[] bytes, String what) throws Exception {
    long before = FaultCluster.settledTotals(fs).decodedBytes();
    int node = faults.nodeOf(path, BLOCK_BYTES);
    faults.cluster().slow(node, STRAGGLER);
    try {
      FaultCluster.assertSame(FaultCluster.read(fs, path), bytes, what);
    } finally {
      faults.cluster().slow(node, 1);
    }
    return FaultCluster.settledTotals(fs).decodedBytes() - before;
  }

  private static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  @Test
  void overwrittenFile_isReadAsItIsNowWithoutTheOldParity() throws Exception {
    Path path = new Path("/overwritten");
    publish(path, 1);
    byte[] now = FaultCluster.randomBytes(FILE_BYTES, 2);
    FaultCluster.write(stock, path, now);
    assertThat(decodedBehindAStraggler(path, now, "overwritten by a stock client"))
        .as("bytes decoded with parity of what was overwritten")
        .isZero();
    byte[] again = FaultCluster.randomBytes(FILE_BYTES, 3);
    faults.writePublished(fs, path, again);
    assertThat(decodedBehindAStoppedNode(path, BLOCK_BYTES, again, "overwritten through Evenkeel"))
        .as("bytes decoded with the new parity")
        .isPositive();
  }

  @Test
  void deletedAndRecreatedFile_isReadAsItIsNow() throws Exception {
    Path path = new Path("/recreated");
    publish(path, 4);
    assertThat(stock.delete(path, false)).isTrue();
    byte[] now = FaultCluster.randomBytes(FILE_BYTES, 5);
    FaultCluster.write(stock, path, now);
    assertThat(decodedBehindAStraggler(path, now, "deleted and created again"))
        .as("bytes decoded with parity of the deleted file")
        .isZero();
  }

  @Test
  void appendedFile_isReadAsItIsNow() throws Exception {
    Path path = new Path("/appended");
    byte[] written = publish(path, 6);
    byte[] more = FaultCluster.randomBytes(2 * BLOCK_BYTES, 7);
    try (FSDataOutputStream out = stock.append(path)) {
      out.write(more);
    }
    byte[] appended = concatenated(written, more);
    assertFirstStripeHasParity(path, appended, "appended by a stock client");
    decodedBehindAStraggler(path, appended, "appended by a stock client");
    try (FSDataOutputStream out = fs.append(path)) {
      out.write(more);
    }
    FaultCluster.awaitPublished(fs);
    byte[] again = concatenated(appended, more);
    assertFirstStripeHasParity(path, again, "appended through Evenkeel too");
    decodedBehindAStraggler(path, again, "appended through Evenkeel too");
  }

  /**
   * Parity is bound to the blocks of its stripe, whatever becomes of the file behind them. Of what
   * is behind them nothing is read, for it may be on the same node.
   */
  private void assertFirstStripeHasParity(Path path, byte[] bytes, String what) throws Exception {
    assertThat(decodedBehindAStoppedNode(path, BLOCK_BYTES, firstStripe(bytes), what))
        .as("bytes decoded of the stripe that nobody touched: %s", what)
        .isPositive();
  }

  private static byte[] firstStripe(byte[] bytes) {
    return Arrays.copyOf(bytes, FaultCluster.STRIPE_BLOCKS * BLOCK_BYTES);
  }

  @Test
  void truncatedFile_isReadAsItIsNow() throws Exception {
    Path path = new Path("/truncated");
    byte[] written = publish(path, 8);
    byte[] now = truncated(stock, path, written, 5 * BLOCK_BYTES);
    assertFirstStripeHasParity(path, now, "truncated to five blocks");
    decodedBehindAStraggler(path, now, "truncated to five blocks");
    // Of this the manager is told.
    now = truncated(fs, path, written, 4 * BLOCK_BYTES);
    assertFirstStripeHasParity(path, now, "truncated to the first stripe, through Evenkeel");
    now = truncated(stock, path, written, 3 * BLOCK_BYTES - 5);
    assertThat(decodedBehindAStraggler(path, now, "truncated in the first stripe"))
        .as("bytes decoded with parity of what was truncated")
        .isZero();
    // A block that is cut and filled again has the length it had, but not the bytes.
    byte[] other = FaultCluster.randomBytes(5, 9);
    try (FSDataOutputStream out = stock.append(path)) {
      out.write(other);
    }
    decodedBehindAStraggler(
        path, concatenated(now, other), "truncated, then appended to a block's old length");
  }

  private byte[] truncated(DistributedFileSystem by, Path path, byte[] written, int length)
      throws Exception {
    if (!by.truncate(path, length)) {
      awaitClosed(path);
    }
    return Arrays.copyOf(written, length);
  }

  /** A truncated block is recovered by its DataNode, after the call. */
  private void awaitClosed(Path path) throws Exception {
    long end = System.nanoTime() + FaultCluster.PATIENCE.toNanos();
    while (!stock.isFileClosed(path)) {
      assertThat(System.nanoTime()).as("%s is being truncated", path).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  @Test
  void renamedFile_keepsItsParity() throws Exception {
    Path path = new Path("/before-rename");
    byte[] bytes = publish(path, 10);
    Path renamed = new Path("/renamed");
    assertThat(stock.rename(path, renamed)).isTrue();
    assertThat(decodedBehindAStoppedNode(renamed, 0, bytes, "renamed"))
        .as("bytes decoded of a renamed file")
        .isPositive();
    byte[] now = publish(path, 11);
    decodedBehindAStraggler(path, now, "a new file of the renamed one's old name");
    decodedBehindAStraggler(renamed, bytes, "the renamed file besides a new one of its old name");
  }

  @Test
  void concatenatedFile_isReadAsItIsNow() throws Exception {
    Path target = new Path("/concat-target");
    Path source = new Path("/concat-source");
    byte[] first = publish(target, 12);
    byte[] second = publish(source, 13);
    stock.concat(target, new Path[] {source});
    byte[] both = concatenated(first, second);
    decodedBehindAStraggler(target, both, "two files of uneven lengths, concatenated");

    byte[] head = FaultCluster.randomBytes(2 * BLOCK_BYTES, 14);
    Path even = new Path("/concat-even");
    faults.writePublished(fs, even, head);
    Path tail = new Path("/concat-tail");
    byte[] rest = publish(tail, 15);
    stock.concat(even, new Path[] {tail});
    decodedBehindAStraggler(even, concatenated(head, rest), "whole blocks, then another file");
  }

  @Test
  void fileUnderConstruction_isReadAsFarAsItWasFlushed() throws Exception {
    Path path = new Path("/under-construction");
    byte[] bytes = FaultCluster.randomBytes(FILE_BYTES, 16);
    int flushed = 4 * BLOCK_BYTES + 12_345;
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(bytes, 0, flushed);
      out.hflush();
      FaultCluster.assertSame(
          FaultCluster.read(fs, path), Arrays.copyOf(bytes, flushed), "flushed and not closed");
      out.write(bytes, flushed, FILE_BYTES - flushed);
    }
    FaultCluster.awaitPublished(fs);
    FaultCluster.assertSame(FaultCluster.read(fs, path), bytes, "closed after it was read");
  }
}
