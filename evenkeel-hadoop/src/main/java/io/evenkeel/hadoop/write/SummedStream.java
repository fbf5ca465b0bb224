package io.evenkeel.hadoop.write;

import io.evenkeel.core.fill.ParityEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;

/**
 * A stock stream, and the CRC32Cs that it computes of what it is given, which whoever encodes the
 * same bytes need not compute again. The stock stream computes them for nine chunks of 512 bytes at
 * once, and keeps them until it does so again: so what is long is given to it in nine chunks. For
 * one thread at a time.
 */
final class SummedStream extends OutputStream {
  private static final int CHUNKS = 9;
  static final int GROUP_BYTES = CHUNKS * ParityEncoder.SUMMED_BYTES;

  private final DFSOutputStream stock;
  private final FileSystem.Statistics statistics;
  private boolean hasSums;
  private boolean isTried;

  // Of the latest write: what went before the first group, and the sums of all groups.
  private int headBytes;
  private int groups;
  private int[] sums = new int[0];

  /**
   * @param statistics told of what the stock stream has taken, once a write; null for nobody
   */
  SummedStream(DFSOutputStream stock, FileSystem.Statistics statistics) {
    this.stock = stock;
    this.statistics = statistics;
    this.hasSums = StockWrites.sumsBy(stock, ParityEncoder.SUMMED_BYTES);
  }

  @Override
  public void write(int b) throws IOException {
    groups = 0;
    stock.write(b);
    taken(1);
  }

  private void taken(int bytes) {
    if (statistics != null) {
      statistics.incrementBytesWritten(bytes);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    groups = 0;
    // Wrong arguments are the stock stream's to refuse, before it has taken anything.
    boolean isLong = length >= GROUP_BYTES && offset >= 0 && offset <= bytes.length - length;
    int buffered = hasSums && isLong ? StockWrites.bufferedBytes(stock) : -1;
    if (buffered < 0 || buffered >= GROUP_BYTES) {
      stock.write(bytes, offset, length);
    } else {
      writeGroups(bytes, offset, length, buffered == 0 ? 0 : GROUP_BYTES - buffered);
    }
    taken(length);
  }

  private void writeGroups(byte[] bytes, int offset, int length, int head) throws IOException {
    headBytes = head;
    sums = new int[length / GROUP_BYTES * CHUNKS];
    stock.write(bytes, offset, headBytes);
    int done = headBytes;
    while (hasSums && length - done >= GROUP_BYTES) {
      // Its own lock: who flushes meanwhile would have it compute others.
      synchronized (stock) {
        stock.write(bytes, offset + done, GROUP_BYTES);
        hasSums = takeSums(bytes, offset + done);
      }
      done += GROUP_BYTES;
    }
    stock.write(bytes, offset + done, length - done);
  }

  /** Of a group that the stock stream was just given. */
  private boolean takeSums(byte[] bytes, int offset) {
    int at = groups * CHUNKS;
    boolean taken = StockWrites.copySums(stock, sums, at, CHUNKS);
    if (taken && !isTried) {
      // A release of Hadoop may keep something else there.
      taken = areRight(bytes, offset);
      isTried = true;
    }
    groups += taken ? 1 : 0;
    return taken;
  }

  /** Whether the first group's are what computing them gives. */
  private boolean areRight(byte[] bytes, int offset) {
    boolean are = true;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, offset + chunk * ParityEncoder.SUMMED_BYTES, ParityEncoder.SUMMED_BYTES);
      are &= (int) crc.getValue() == sums[chunk];
    }
    return are;
  }

  /** Tells of the latest write, with its checksums as far as there are any. */
  void tell(EncodedFile file, byte[] bytes, int offset, int length) {
    int summed = groups * GROUP_BYTES;
    if (summed == 0) {
      file.wrote(bytes, offset, length, null);
      return;
    }
    int tail = headBytes + summed;
    if (headBytes > 0) {
      file.wrote(bytes, offset, headBytes, null);
    }
    file.wrote(bytes, offset + headBytes, summed, sums);
    if (tail < length) {
      file.wrote(bytes, offset + tail, length - tail, null);
    }
  }

  @Override
  public void flush() throws IOException {
    stock.flush();
  }

  @Override
  public void close() throws IOException {
    stock.close();
  }
}
