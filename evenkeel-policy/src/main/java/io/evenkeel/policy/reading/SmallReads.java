package io.evenkeel.policy.reading;

import io.evenkeel.core.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When a small read is late: once it has waited twice as long as all but one in a hundred of the
 * healthy ones of its size. There is no floor, so a read of a fast cluster is protected from a
 * delay that a slow cluster would not notice. A read that is left for another source costs its
 * bytes twice, so that no more than one in twenty-five is; and one late read says nothing of a
 * node, which is called slow when half of its last eight were late, and twice the share of the
 * others'. Thread-safe; no clock.
 */
public final class SmallReads {
  /** Larger ones are judged by the pace of their bytes. */
  public static final int BYTES_MAX = 1 << 20;

  /**
   * In place of a size: the first bytes of a stream or of a large read at a new place, an answer
   * and a packet. They are a kind of their own, for they may have to connect first.
   */
  public static final int OPENING = 0;

  /** What {@link #lateNanos} answers while too little is known. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final double QUANTILE = 0.99;
  private static final double FACTOR = 2;

  /** With fewer, one in a hundred is none. */
  private static final int KNOWN_MIN = 200;

  private static final int REFRESHED_EVERY = 32;
  private static final double LEFT_SHARE = 0.04;
  private static final double LEFT_AT_ONCE = 16;

  /** Latest reads of a node that count, and how many of them have to be late. */
  private static final int LATEST = 8;

  private static final int LATE_MIN = 4;

  /** A node of which so many reads of others have ended since its last says nothing any more. */
  private static final int FRESH = 2000;

  /** Of a node that is slow so many times the share of the others' reads is late. */
  private static final double TIMES_OTHERS_MIN = 2;

  private static final int NODES_REMEMBERED_MAX = 512;
  private static final int SMALLEST_BITS = 12;
  private static final int SIZES = 9;
  private static final int CLASSES = SIZES + 1;

  private final LatencyHistogram[] taken = new LatencyHistogram[CLASSES];

  /** By size. */
  private final long[] lateNanos = new long[CLASSES];

  private int sinceRefresh;
  private long ended;

  /** How many more may be left now. */
  private double leaveable = LEFT_AT_ONCE;

  private final Map<NodeId, Latest> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Latest> eldest) {
          return size() > NODES_REMEMBERED_MAX;
        }
      };

  /** Whether each of a node's last reads was late, the latest in the lowest bit. */
  private static final class Latest {
    private int late;
    private int count;

    /** The number of all reads when the latest of these ended. */
    private long endedAt;

    void add(boolean isLate, long number) {
      endedAt = number;
      late = (late << 1 | (isLate ? 1 : 0)) & (1 << LATEST) - 1;
      count = Math.min(LATEST, count + 1);
    }

    int lateCount() {
      return Integer.bitCount(late);
    }
  }

  public SmallReads() {
    for (int i = 0; i < CLASSES; i++) {
      taken[i] = new LatencyHistogram();
      lateNanos[i] = NEVER;
    }
  }

  /** 0 for up to 4 KiB, 8 for up to 1 MiB; 9 for openings. */
  private static int classOf(int bytes) {
    if (bytes == OPENING) {
      return SIZES;
    }
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1);
    return Math.min(SIZES - 1, Math.max(0, bits - SMALLEST_BITS));
  }

  /**
   * How long a read may wait before it is late; {@link #NEVER} while too few healthy reads of its
   * size, or of the next larger ones, are known.
   */
  public synchronized long lateNanos(int bytes) {
    if (bytes == OPENING) {
      return lateNanos[SIZES];
    }
    for (int i = classOf(bytes); i < SIZES; i++) {
      if (lateNanos[i] != NEVER) {
        return lateNanos[i];
      }
    }
    return NEVER;
  }

  /** Asks to leave a late read for another source; what is granted is taken. */
  public synchronized boolean tryLeave() {
    if (leaveable < 1) {
      return false;
    }
    leaveable--;
    return true;
  }

  /**
   * A read has ended, or was left.
   *
   * @param nanos how long it waited
   * @param isLate whether that was too long
   * @return whether its node is to be called slow
   */
  public synchronized boolean ended(NodeId node, int bytes, long nanos, boolean isLate) {
    leaveable = Math.min(LEFT_AT_ONCE, leaveable + LEFT_SHARE);
    Latest of = latest.computeIfAbsent(node, n -> new Latest());
    of.add(isLate, ++ended);
    boolean isSlow = isLate && of.lateCount() >= LATE_MIN && isWorseThanOthers(of);
    if (!isSlow) {
      // By no more than the threshold at once: a few of a slow node must not make slow usual.
      taken[classOf(bytes)].add(Math.min(nanos, lateNanos(bytes)));
    }
    if (++sinceRefresh >= REFRESHED_EVERY) {
      sinceRefresh = 0;
      refresh();
    }
    return isSlow;
  }

  /** A node has shown that it is not slow: its late reads are of the past. */
  public synchronized void forgive(NodeId node) {
    latest.remove(node);
  }

  private void refresh() {
    for (int i = 0; i < CLASSES; i++) {
      lateNanos[i] =
          taken[i].total() < KNOWN_MIN ? NEVER : (long) (FACTOR * taken[i].quantileNanos(QUANTILE));
    }
  }

  /** Of the others only those count that were read lately, as long as there are enough of them. */
  private boolean isWorseThanOthers(Latest one) {
    int late = 0;
    int all = 0;
    for (Latest other : latest.values()) {
      if (other != one && ended - other.endedAt <= FRESH) {
        late += other.lateCount();
        all += other.count;
      }
    }
    return all == 0 || (double) one.lateCount() * all > TIMES_OTHERS_MIN * late * one.count;
  }
}
