package io.evenkeel.client.nodes;

import io.evenkeel.core.engine.ReadLimits;
import java.util.concurrent.TimeUnit;

/**
 * How long a node may bring nothing before it is taken to hang: a second, or twice what anything
 * has lately taken that came after all. Where queues are of seconds nodes do not hang, and who
 * asked k others instead would make them longer. Thread-safe.
 */
final class HangThreshold {
  static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int TIMES = 2;

  /** What comes sooner says nothing. */
  static final long LONG_NANOS = ReadLimits.SILENT_NANOS / TIMES;

  /** A longer wait for one of few nodes is that node's own. */
  static final long OF_FEW_NANOS_MAX = 3 * ReadLimits.SILENT_NANOS / 2;

  /** What came so late is forgotten by halves. */
  private static final long HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private long longestNanos;
  private long longestAtNanos;

  /** Something was waited for so long, and came. */
  synchronized void came(long waitedNanos, long nowNanos) {
    long nanos = Math.min(waitedNanos, MOST_NANOS / TIMES);
    if (nanos >= longestNanos(nowNanos)) {
      longestNanos = nanos;
      longestAtNanos = nowNanos;
    }
  }

  private double longestNanos(long nowNanos) {
    return longestNanos == 0
        ? 0
        : longestNanos * Math.pow(.5, (double) (nowNanos - longestAtNanos) / HALF_LIFE_NANOS);
  }

  /** Who has brought nothing for so long hangs. */
  synchronized long nanos(long nowNanos) {
    return Math.max(ReadLimits.SILENT_NANOS, (long) (TIMES * longestNanos(nowNanos)));
  }
}
