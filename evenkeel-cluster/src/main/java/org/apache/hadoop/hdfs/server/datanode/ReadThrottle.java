package org.apache.hadoop.hdfs.server.datanode;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hdfs.util.Canceler;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/**
 * The read rate of one DataNode, one budget for all its readers, for the life of the node. Bytes go
 * in the order in which they are asked for, and are read when they have been paid for, as of a
 * disk.
 *
 * <p>In this package because {@code DataXceiverServer} is package-private. Not the stock throttler:
 * that sends first and waits then, so that a read of one packet waits for nothing but its last,
 * empty one; its period of 500 ms lets a whole block through at full speed before it slows
 * anything; and all who wait go on together, when the bytes of all of them are paid for. It is
 * installed to count what is sent, and to slow reads that began before there was a limit.
 */
public final class ReadThrottle {
  private static final long PERIOD_MILLIS = 10;

  private static final Map<DataNode, ReadThrottle> OF =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Whether what this thread sends has been paid for when it was read. */
  private static final ThreadLocal<Boolean> IS_PAID = ThreadLocal.withInitial(() -> false);

  private final Counting throttler;

  private ReadThrottle(Counting throttler) {
    this.throttler = throttler;
  }

  /** Installs a throttle on {@code node}; with a rate of 0 it only counts. */
  public static ReadThrottle install(DataNode node, long bytesPerSecond) {
    ReadThrottle throttle = new ReadThrottle(new Counting(bytesPerSecond));
    node.getXferServer().setReadThrottler(throttle.throttler);
    OF.put(node, throttle);
    return throttle;
  }

  /**
   * A block's bytes, which this thread is about to send, at the rate of its node: a wait before
   * each read. The stream itself where there is no limit, for the node sends files without copying
   * them.
   */
  public static InputStream paced(DataNode node, InputStream bytes) {
    ReadThrottle throttle = OF.get(node);
    boolean isPaced = throttle != null && throttle.throttler.isLimited;
    IS_PAID.set(isPaced);
    return isPaced ? new Paced(bytes, throttle.throttler) : bytes;
  }

  /** Takes effect within one packet, also for transfers in flight; 0 lifts the limit. */
  public void setBytesPerSecond(long bytesPerSecond) {
    throttler.limit(bytesPerSecond);
  }

  /**
   * What the throttler applies: the rate it was given, rounded down to whole bytes a period; 0 when
   * there is no limit.
   */
  public long bytesPerSecond() {
    return throttler.isLimited ? throttler.getBandwidth() : 0;
  }

  /** Bytes sent to readers so far, those of reads that were cut short included. */
  public long sentBytes() {
    return throttler.sentBytes.get();
  }

  /** Every packet that is sent passes here, whatever becomes of its read. */
  private static final class Counting extends DataTransferThrottler {
    private static final long ANY_BYTES_PER_SECOND = 1 << 30;

    final AtomicLong sentBytes = new AtomicLong();
    volatile boolean isLimited;

    /** All that has come to be sent. */
    private long comeBytes;

    /** What the rate has let through of that, and a little ahead after a pause. */
    private double passedBytes;

    private long passedNanos = System.nanoTime();

    Counting(long bytesPerSecond) {
      // What a throttler is made with it lets through at once, whatever it is set to later.
      super(PERIOD_MILLIS, bytesPerSecond > 0 ? bytesPerSecond : ANY_BYTES_PER_SECOND);
      isLimited = bytesPerSecond > 0;
    }

    synchronized void limit(long bytesPerSecond) {
      pass();
      if (bytesPerSecond > 0) {
        setBandwidth(bytesPerSecond);
      } else {
        passedBytes = comeBytes;
      }
      isLimited = bytesPerSecond > 0;
    }

    private void pass() {
      long now = System.nanoTime();
      double ahead = comeBytes + getBandwidth() * PERIOD_MILLIS / 1e3;
      passedBytes = Math.min(ahead, passedBytes + getBandwidth() * (now - passedNanos) / 1e9);
      passedNanos = now;
    }

    /** How long the first so many bytes still take; 0 or less when they have passed. */
    private synchronized double leftNanos(long bytes) {
      pass();
      return (bytes - passedBytes) / getBandwidth() * 1e9;
    }

    private synchronized long come(long bytes) {
      pass();
      comeBytes += bytes;
      return comeBytes;
    }

    // Not synchronized: without a limit readers do not wait for each other.
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void throttle(long bytes, Canceler canceler) {
      sentBytes.addAndGet(bytes);
      if (!IS_PAID.get()) {
        pay(bytes, canceler);
      }
    }

    /** Waits until so many bytes more have passed. */
    void pay(long bytes, Canceler canceler) {
      if (!isLimited) {
        return;
      }
      long own = come(bytes);
      double left = leftNanos(own);
      while (left > 0 && isLimited && !Thread.currentThread().isInterrupted()) {
        if (canceler != null && canceler.isCancelled()) {
          return;
        }
        // In steps, for the rate may change meanwhile.
        LockSupport.parkNanos((long) Math.min(left, PERIOD_MILLIS * 1e6));
        left = leftNanos(own);
      }
    }
  }

  /** Bytes that are paid for before they are read. */
  private static final class Paced extends FilterInputStream {
    private final Counting throttler;

    Paced(InputStream bytes, Counting throttler) {
      super(bytes);
      this.throttler = throttler;
    }

    @Override
    public int read() throws IOException {
      throttler.pay(1, null);
      return super.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      throttler.pay(length, null);
      return super.read(target, offset, length);
    }
  }
}
