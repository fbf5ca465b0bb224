package io.evenkeel.hadoop.read;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSInputStream;

/**
 * Counts the bytes that callers got from lanes where the stock stream counts its own, so that there
 * is one set of figures: the stream's, and the file system's with its distances.
 */
final class LaneBytes {
  private final DFSInputStream stock;
  private final FileSystem.Statistics statistics;
  private final boolean isCoded;

  /**
   * @param isCoded whether the file is erasure-coded, as all that is read of it then counts
   */
  LaneBytes(DFSInputStream stock, FileSystem.Statistics statistics, boolean isCoded) {
    this.stock = stock;
    this.statistics = statistics;
    this.isCoded = isCoded;
  }

  /** Bytes that were decoded from other blocks and parity, taken or not: as of a coded file. */
  void decoded(long bytes) {
    if (bytes > 0 && !isCoded) {
      statistics.incrementBytesReadErasureCoded(bytes);
    }
  }

  /** Bytes that did not come through the stock stream. Lanes do not read local files. */
  void count(int bytes) {
    stock.getReadStatistics().addRemoteBytes(bytes);
    statistics.incrementBytesRead(bytes);
    statistics.incrementBytesReadByDistance(Integer.MAX_VALUE, bytes);
    if (isCoded) {
      statistics.incrementBytesReadErasureCoded(bytes);
    }
  }
}
