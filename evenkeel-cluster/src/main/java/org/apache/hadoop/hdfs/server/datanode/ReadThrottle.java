package org.apache.hadoop.hdfs.server.datanode;

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

  private final DataTransferThrottler throttler;

  private ReadThrottle(DataTransferThrottler throttler) {
    this.throttler = throttler;
  }

  /** Installs a throttle on {@code node}. The rate must be positive. */
  public static ReadThrottle install(DataNode node, long bytesPerSecond) {
    ReadThrottle throttle =
        new ReadThrottle(new DataTransferThrottler(PERIOD_MILLIS, bytesPerSecond));
    node.getXferServer().setReadThrottler(throttle.throttler);
    return throttle;
  }

  /** Takes effect within one packet, also for transfers in flight. */
  public void setBytesPerSecond(long bytesPerSecond) {
    throttler.setBandwidth(bytesPerSecond);
  }

  /** What the throttler applies: the rate it was given, rounded down to whole bytes a period. */
  public long bytesPerSecond() {
    return throttler.getBandwidth();
  }
}
