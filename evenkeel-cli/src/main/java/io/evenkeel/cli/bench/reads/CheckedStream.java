package io.evenkeel.cli.bench.reads;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/** A stream whose bytes are digested as they come; {@link #close()} answers what was read. */
final class CheckedStream {
  private final FSDataInputStream in;
  private final CRC32C crc = new CRC32C();
  private long bytes;

  CheckedStream(FSDataInputStream in) {
    this.in = in;
  }

  FSDataInputStream in() {
    return in;
  }

  /** Reads so many bytes from here on, in calls of {@code read(buffer)}. */
  void read(byte[] buffer, long count) throws IOException {
    for (long left = count; left > 0; ) {
      int got = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (got < 0) {
        throw new EOFException(in + " ends " + left + " bytes too soon");
      }
      crc.update(buffer, 0, got);
      left -= got;
    }
    bytes += count;
  }

  /** Reads to the end in calls of {@code read(buffer)}. */
  void readToEnd(byte[] buffer) throws IOException {
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      crc.update(buffer, 0, got);
      bytes += got;
    }
  }

  /** Reads to the end into a buffer of the caller, direct or not. */
  void readToEnd(ByteBuffer buffer) throws IOException {
    buffer.clear();
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      take(buffer.flip());
      buffer.clear();
    }
  }

  /** Reads a whole buffer at a position. */
  void readFully(long position, byte[] buffer) throws IOException {
    in.readFully(position, buffer);
    crc.update(buffer);
    bytes += buffer.length;
  }

  /** Digests what somebody else has read. */
  void take(ByteBuffer read) {
    bytes += read.remaining();
    crc.update(read);
  }

  /** Digests a value made of bytes that were read one by one. */
  Reading close(long valueBytes, long valueDigest) throws IOException {
    long local = 0;
    if (in instanceof HdfsDataInputStream hdfs) {
      ReadStatistics statistics = hdfs.getReadStatistics();
      local = statistics.getTotalLocalBytesRead();
    }
    in.close();
    return new Reading(bytes + valueBytes, 1, crc.getValue() ^ valueDigest, local);
  }

  Reading close() throws IOException {
    return close(0, 0);
  }
}
