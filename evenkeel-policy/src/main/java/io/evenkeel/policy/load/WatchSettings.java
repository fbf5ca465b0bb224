package io.evenkeel.policy.load;

import io.evenkeel.policy.load.NodeRate.Origin;
import java.time.Duration;

/**
 * When a node is judged, and how steady the judgement is.
 *
 * @param samplesMin a node is judged by its rate when it has so many effective samples ...
 * @param busyNanosMin ... or clients have waited for it so long
 * @param nodesMin nodes are judged when so many of them can be
 * @param enterAfter a node becomes a straggler when so many evaluations in a row find it slow
 * @param hungNanos or at once when two witnesses have waited so long each without a byte, or one,
 *     and the node's counters are slow or do not come
 * @param enoughBytesPerSecond whoever serves so fast is no straggler unless it hangs: there is
 *     little to gain by going around it, and what such nodes differ by is the clients' own
 * @param leaveShare it stops being one when its rate is this share of the way from the limit below
 *     which nodes are slow to what it is compared with ...
 * @param leaveAfter ... in so many evaluations in a row
 * @param forgetNanos or when nothing has been known of it for so long
 */
public record WatchSettings(
    double samplesMin,
    long busyNanosMin,
    int nodesMin,
    int enterAfter,
    long hungNanos,
    double enoughBytesPerSecond,
    double leaveShare,
    int leaveAfter,
    long forgetNanos) {
  /** As {@code evenkeel.read.wide.rate}: one such node is enough for a reader. */
  private static final double ENOUGH_BYTES_PER_SECOND = 256 << 20;

  /** So much slower than a node can a client be that has just begun. */
  private static final double JMX_SHARE = 4;

  public WatchSettings {
    if (!(samplesMin >= 1) || nodesMin < 2 || enterAfter < 1 || leaveAfter < 1) {
      throw new IllegalArgumentException(
          "samplesMin, enterAfter and leaveAfter must be >= 1 and nodesMin >= 2, got %s, %d, %d, %d"
              .formatted(samplesMin, enterAfter, leaveAfter, nodesMin));
    }
    if (!(enoughBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "enoughBytesPerSecond must be > 0, got " + enoughBytesPerSecond);
    }
    if (busyNanosMin < 0 || hungNanos <= 0 || forgetNanos < 0) {
      throw new IllegalArgumentException(
          "busyNanosMin and forgetNanos must be >= 0 and hungNanos > 0, got %d, %d and %d"
              .formatted(busyNanosMin, forgetNanos, hungNanos));
    }
    if (!(leaveShare >= 0 && leaveShare < 1)) {
      throw new IllegalArgumentException("leaveShare must be in [0, 1), got " + leaveShare);
    }
  }

  /** For an evaluation about every 5 s. */
  public static WatchSettings defaults() {
    return new WatchSettings(
        4,
        Duration.ofSeconds(10).toNanos(),
        3,
        2,
        Duration.ofSeconds(1).toNanos(),
        ENOUGH_BYTES_PER_SECOND,
        0.4,
        3,
        Duration.ofSeconds(60).toNanos());
  }

  /** From where on a rate is no straggler's: lower where it has its clients' slowness in it. */
  double enoughBytesPerSecond(NodeRate rate) {
    return rate.origin() == Origin.JMX ? enoughBytesPerSecond / JMX_SHARE : enoughBytesPerSecond;
  }

  /** Of a DataNode's own counters time says nothing: one slow client makes a read last. */
  boolean isEnough(NodeRate rate) {
    return rate.effectiveSamples() >= samplesMin
        || (rate.origin() != Origin.JMX && rate.busyNanos() >= busyNanosMin);
  }
}
