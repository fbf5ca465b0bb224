package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.util.Canceler;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/**
 * The read rate of one DataNode, one budget for all its readers, for the life of the node.
 *
 * <p>In this package because {@code DataXceiverServer} is package-private. Not the stock setting:
 * its period of 500 ms lets a whole block through at full speed before it slows anything. The
 * throttler is never replaced, since transfers in flight keep the one they began with.
 */
public final class ReadThrottle {
  private static final long PERIOD_MILLIS = 10;

  private final Counting throttler;

  private ReadThrottle(Counting throttler) {
    this.throttler = throttler;
  }

  /** Installs a throttle on {@code node}; with a rate of 0 it only counts. */
  public static ReadThrottle install(DataNode node, long bytesPerSecond) {
    ReadThrottle throttle = new ReadThrottle(new Counting(bytesPerSecond));
    node.getXferServer().setReadThrottler(throttle.throttler);
    return throttle;
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

    Counting(long bytesPerSecond) {
      // What a throttler is made with it lets through at once, whatever it is set to later.
      super(PERIOD_MILLIS, bytesPerSecond > 0 ? bytesPerSecond : ANY_BYTES_PER_SECOND);
      isLimited = bytesPerSecond > 0;
    }

    void limit(long bytesPerSecond) {
      if (bytesPerSecond > 0) {
        setBandwidth(bytesPerSecond);
      }
      isLimited = bytesPerSecond > 0;
    }

    // Not synchronized: without a limit readers do not wait for each other.
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void throttle(long bytes, Canceler canceler) {
      sentBytes.addAndGet(bytes);
      if (isLimited) {
        super.throttle(bytes, canceler);
      }
    }
  }
}
