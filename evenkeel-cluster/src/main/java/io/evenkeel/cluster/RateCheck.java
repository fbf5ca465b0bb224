package io.evenkeel.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * How fast one DataNode really serves one block.
 *
 * @param node the DataNode's index
 * @param setBytesPerSecond the rate it was last set to, 0 for none
 * @param measuredBytesPerSecond block bytes by the time from opening the file to its last byte, the
 *     better of two reads
 */
public record RateCheck(int node, long setBytesPerSecond, long measuredBytesPerSecond) {
  private static final Path FOLDER = new Path("/.evenkeel-rate-check");
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int BLOCK_BYTES_MAX = 16 << 20;
  private static final int BLOCK_BYTES_MIN = 1 << 16;
  private static final int CHECKSUM_CHUNK_BYTES = 512;
  // Long enough that neither connecting matters nor what a node lets through at once, short enough
  // to wait for.
  private static final double BLOCK_SECONDS = 0.2;

  /** Writes a block to each node, reads it back alone, removes it. Takes 0.4 s a node and more. */
  static List<RateCheck> run(
      Configuration stock, List<String> addresses, List<Long> ratesBytesPerSecond)
      throws IOException {
    try (DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(stock), stock)) {
      List<RateCheck> checks = new ArrayList<>();
      try {
        for (int node = 0; node < addresses.size(); node++) {
          long rate = ratesBytesPerSecond.get(node);
          long bytes = blockBytes(rate);
          Path file = new Path(FOLDER, "node-" + node);
          write(fs, file, (int) bytes, addresses.get(node));
          // The better of two: the first read of a process warms its code.
          long measured = Math.max(measure(fs, file, bytes), measure(fs, file, bytes));
          checks.add(new RateCheck(node, rate, measured));
        }
      } finally {
        fs.delete(FOLDER, true);
      }
      return checks;
    }
  }

  private static long blockBytes(long rateBytesPerSecond) {
    if (rateBytesPerSecond == 0) {
      return BLOCK_BYTES_MAX;
    }
    long wanted = (long) (rateBytesPerSecond * BLOCK_SECONDS);
    long bounded = Math.max(BLOCK_BYTES_MIN, Math.min(BLOCK_BYTES_MAX, wanted));
    return bounded / CHECKSUM_CHUNK_BYTES * CHECKSUM_CHUNK_BYTES;
  }

  private static void write(DistributedFileSystem fs, Path file, int bytes, String address)
      throws IOException {
    String[] hostAndPort = address.split(":", -1);
    InetSocketAddress node =
        new InetSocketAddress(hostAndPort[0], Integer.parseInt(hostAndPort[1]));
    try (var out =
        fs.create(
            file,
            FsPermission.getFileDefault(),
            true,
            BUFFER_BYTES,
            (short) 1,
            bytes,
            null,
            new InetSocketAddress[] {node})) {
      out.write(new byte[bytes]);
    }
  }

  private static long measure(DistributedFileSystem fs, Path file, long bytes) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long start = System.nanoTime();
    try (InputStream in = fs.open(file)) {
      long left = bytes;
      while (left > 0) {
        int read = in.read(buffer);
        if (read < 0) {
          throw new IOException(file + " has " + (bytes - left) + " bytes, written were " + bytes);
        }
        left -= read;
      }
    }
    return bytes * TimeUnit.SECONDS.toNanos(1) / Math.max(1, System.nanoTime() - start);
  }
}
