package org.apache.hadoop.hdfs.server.datanode;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A delay before every read of a block that one DataNode serves, as of a disk that seeks badly: a
 * small read feels it, where a rate would not be noticed.
 */
public final class ReadDelay {
  private static final Map<DataNode, ReadDelay> OF =
      Collections.synchronizedMap(new WeakHashMap<>());

  private volatile long millis;

  private ReadDelay() {}

  /** The delay of a node; none at first. */
  public static ReadDelay of(DataNode node) {
    return OF.computeIfAbsent(node, n -> new ReadDelay());
  }

  /**
   * From now on every read of a block waits for so long before its first byte; 0 for not at all.
   */
  public void setMillis(long newMillis) {
    millis = newMillis;
  }

  public long millis() {
    return millis;
  }

  /** Waits for as long as a read has to. */
  public void await() {
    long wait = millis;
    if (wait > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
