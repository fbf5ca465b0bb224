package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/** The write rate of one DataNode, one budget for all its writers; see {@link ReadThrottle}. */
public final class WriteThrottle {
  private static final long PERIOD_MILLIS = 10;

  private WriteThrottle() {}

  /** Lets {@code node} take so many bytes a second from now on. The rate must be positive. */
  public static void install(DataNode node, long bytesPerSecond) {
    node.getXferServer()
        .setWriteThrottler(new DataTransferThrottler(PERIOD_MILLIS, bytesPerSecond));
  }
}
