package io.evenkeel.hadoop.write;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;

/**
 * Large packets for files that are written in bulk. Every packet costs the stock client a hand-over
 * between threads and an answer from the DataNodes, at its 64 KiB nearly a third of its CPU.
 *
 * <p>A file gets large packets once {@value #BULK_BYTES} bytes of it were written without a flush,
 * and is back at small ones with its next flush: a packet is allocated whole, so that logs and
 * small files would pay for room that they do not use. As many bytes of a file may be under way as
 * the stock client allows, so what a file holds beyond that is at most one packet, in at most
 * {@value #FILES_MAX} files at once. At the end of a block its last packet goes whole from DataNode
 * to DataNode, so a packet is at most a {@value #PACKETS_PER_BLOCK_MIN}nd of a block.
 */
final class BulkPackets {
  static final int BULK_BYTES = 1 << 20;
  static final int FILES_MAX = 64;
  private static final int PACKETS_PER_BLOCK_MIN = 32;

  /** How many packets may wait of what the calling thread writes, while they are large. */
  private static final ThreadLocal<Integer> PACKETS_OF_WRITER = new ThreadLocal<>();

  private final DfsClientConf conf;
  private final int smallBytes;
  private final int largeBytes;
  private final AtomicInteger filesLeft = new AtomicInteger(FILES_MAX);

  /**
   * @param largeBytes of a large packet, checksums and header included; when the stock client's own
   *     are not smaller, every file keeps those
   */
  BulkPackets(Configuration conf, int largeBytes) {
    this.conf = new ConfOfWriters(conf);
    this.smallBytes = this.conf.getWritePacketSize();
    this.largeBytes = largeBytes;
  }

  /** What the client is to go by: it differs only for who writes large packets. */
  DfsClientConf conf() {
    return conf;
  }

  private static final class ConfOfWriters extends DfsClientConf {
    ConfOfWriters(Configuration conf) {
      super(conf);
    }

    @Override
    public int getWriteMaxPackets() {
      Integer ofWriter = PACKETS_OF_WRITER.get();
      return ofWriter == null ? super.getWriteMaxPackets() : ofWriter;
    }
  }

  /** The packets of one new file that is cut into such blocks. */
  OfFile of(DFSOutputStream file, long blockBytes) {
    return new OfFile(file, (int) Math.min(largeBytes, blockBytes / PACKETS_PER_BLOCK_MIN));
  }

  /** One thread at a time writes; any may flush or close. */
  final class OfFile {
    private final DFSOutputStream file;
    private final int bulkBytes;
    private long unflushedBytes;
    private volatile boolean wasFlushed;
    private volatile boolean large;
    private boolean closed;

    private OfFile(DFSOutputStream file, int bulkBytes) {
      this.file = file;
      this.bulkBytes = bulkBytes;
    }

    /** Writes to the file's own stream. */
    void write(OutputStream stock, byte[] bytes, int offset, int length) throws IOException {
      if (wasFlushed) {
        wasFlushed = false;
        unflushedBytes = 0;
        shrink();
      } else if (!large && unflushedBytes >= BULK_BYTES) {
        grow();
      }
      unflushedBytes += length;
      if (!large) {
        stock.write(bytes, offset, length);
        return;
      }
      long underWayBytes = (long) conf.getWriteMaxPackets() * smallBytes;
      PACKETS_OF_WRITER.set((int) Math.max(2, underWayBytes / bulkBytes));
      try {
        stock.write(bytes, offset, length);
      } finally {
        PACKETS_OF_WRITER.remove();
      }
    }

    /** Never waits for a write that is under way. */
    void flushed() {
      wasFlushed = true;
    }

    synchronized void closed() {
      closed = true;
      giveBack();
    }

    private synchronized void grow() {
      if (closed || bulkBytes <= smallBytes || !take()) {
        return;
      }
      large = StockWrites.resizePackets(file, bulkBytes);
      if (!large) {
        filesLeft.incrementAndGet();
      }
    }

    private synchronized void shrink() {
      if (large) {
        giveBack();
        StockWrites.resizePackets(file, smallBytes);
      }
    }

    private boolean take() {
      return filesLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private void giveBack() {
      if (large) {
        large = false;
        filesLeft.incrementAndGet();
      }
    }
  }
}
