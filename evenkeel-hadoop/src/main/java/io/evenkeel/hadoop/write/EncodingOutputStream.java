package io.evenkeel.hadoop.write;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;

/**
 * The stock stream, whose bytes are also encoded, each after HDFS has taken it. Callers see no
 * difference: HDFS's errors are theirs, the encoder's are nobody's.
 */
final class EncodingOutputStream extends HdfsDataOutputStream {
  /** Small enough that the processor's cache still holds what HDFS took when it is encoded. */
  private static final int STEP_BYTES = 14 * SummedStream.GROUP_BYTES;

  private final EncodedFile file;
  private final BulkPackets.OfFile packets;
  private volatile long position;

  EncodingOutputStream(
      DFSOutputStream stock,
      FileSystem.Statistics statistics,
      EncodedFile file,
      BulkPackets.OfFile packets)
      throws IOException {
    super(stock, statistics, 0);
    this.file = file;
    this.packets = packets;
    // All of DataOutputStream's methods end in this field; overriding some of them would miss
    // others.
    this.out = new Tee(new SummedStream(stock, statistics));
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void hflush() throws IOException {
    super.hflush();
    packets.flushed();
  }

  @Override
  public void hsync() throws IOException {
    super.hsync();
    packets.flushed();
  }

  @Override
  public void hsync(EnumSet<SyncFlag> flags) throws IOException {
    if (flags.contains(SyncFlag.END_BLOCK)) {
      file.abandon("a block was ended early");
    }
    super.hsync(flags);
    packets.flushed();
  }

  private final class Tee extends OutputStream {
    private final SummedStream stock;

    /** So that a write of one byte needs no array of its own. */
    private final byte[] one = new byte[1];

    private volatile boolean isClosed;

    Tee(SummedStream stock) {
      this.stock = stock;
    }

    // Two writers at once must not reach the encoder in another order than they reached HDFS.
    @Override
    public synchronized void write(int b) throws IOException {
      if (isClosed) {
        // The stock stream drops it without a word, where it refuses an array.
        stock.write(b);
        return;
      }
      one[0] = (byte) b;
      write(one, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      if (length <= STEP_BYTES || offset < 0 || offset > bytes.length - length) {
        // Wrong arguments are the stock stream's to refuse, before it has taken anything.
        writeStep(bytes, offset, length);
        return;
      }
      for (int done = 0; done < length; ) {
        int step = (int) Math.min(length - done, STEP_BYTES - position % STEP_BYTES);
        writeStep(bytes, offset + done, step);
        done += step;
      }
    }

    private synchronized void writeStep(byte[] bytes, int offset, int length) throws IOException {
      try {
        packets.write(stock, bytes, offset, length);
      } catch (Throwable e) {
        file.abandon("a write failed: " + e);
        throw e;
      }
      position += length;
      stock.tell(file, bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      stock.flush();
    }

    @Override
    public void close() throws IOException {
      isClosed = true;
      try {
        stock.close();
      } catch (Throwable e) {
        file.abandon("the close failed: " + e);
        throw e;
      } finally {
        packets.closed();
      }
      file.closed();
    }
  }
}
