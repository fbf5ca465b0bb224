package io.evenkeel.policy.reading;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.Collections;
import java.util.Set;

/**
 * When a stream that is read in sequence goes wide, that is from all nodes of a stripe at once.
 * Wide costs copies and threads and is for nothing when the caller stops early, so it has to pay:
 * one node must be slower than the caller, there must be nodes that this process's other readers do
 * not use already, and callers of this process must have shown that they read on.
 *
 * <p>What is remembered is of the whole process, for a new stream says nothing about itself: from
 * how many bytes on a run is taken for a whole-file read (fewer after one that went on, four times
 * as many after one that stopped), whether callers wait for their node, and whether wide was
 * faster. Thread-safe; no clock.
 */
public final class WideReads {
  /** A run of so many bytes has measured its node; nodes send in bursts of less. */
  public static final long MEASURED_BYTES = 1 << 20;

  /** No node brings so much: with it as the limit every run that goes on is wide. */
  public static final long ALWAYS_BYTES_PER_SECOND = 1L << 40;

  /** Nodes may send so much at once before they go on at their pace. */
  public static final long BURST_BYTES = 4 << 20;

  private static final double WAITING_SHARE = 0.5;
  private static final double GAIN_MIN = 1.2;
  private static final int UNHELPFUL_RUNS_MIN = 16;
  private static final int UNHELPFUL_RUNS_MAX = 1024;
  private static final int TRUSTED_RUNS_MIN = 2;
  private static final int TRUSTED_RUNS_MAX = 64;
  private static final int BEYOND_SHARE = 8;

  /** Where there are fewer, readers that go wide only take the nodes from each other. */
  private static final double NODES_PER_READER_MIN = 1.5;

  private static final int NODES_REMEMBERED_MAX = 1024;
  private static final double WEIGHT = 0.5;

  private final long leastBytes;
  private final long mostBytes;
  private final double nanosPerByteMin;
  private final boolean always;
  private long afterBytes;

  /** The nodes that this process has read from. */
  private final Set<NodeId> met = Collections.newSetFromMap(BoundedMap.byAge(NODES_REMEMBERED_MAX));

  /** What a caller waited for a byte of one node, and wide has to beat: the crowd is in it. */
  private double waitedNanosPerByte;

  /** How much of that was the node's own. */
  private double nodeNanosPerByte;

  private double knownWaitingShare;

  /**
   * How many runs more may go wide without having measured their own node. A wide run measures
   * none, and one look at a slow moment must not make wide runs of all that follow.
   */
  private int trusted;

  /** How many are trusted when a run measures a slow node next: twice as many each time. */
  private int trustedNext = TRUSTED_RUNS_MIN;

  /** For how many runs more one node will do. */
  private int unhelpful;

  /** The number of the latest run that went wide. */
  private long wideRuns;

  /**
   * The latest when one brought no more: it, and those under way, may have been slow by one and the
   * same accident, as the first of a process are. 0 when the latest verdict was good.
   */
  private long disappointedAt;

  /** What a byte took in the wide run after which one node was to do. */
  private double disappointingNanosPerByte;

  /** For how many it will do when wide is found unhelpful next: twice as many each time. */
  private int unhelpfulNext = UNHELPFUL_RUNS_MIN;

  /**
   * @param leastBytes no run goes wide before this
   * @param firstBytes from when on a run is taken for one that goes on while nothing is known
   * @param mostBytes a run of so many bytes is, whatever others did
   * @param bytesPerSecondMax a node that brings more is fast enough alone; {@link
   *     #ALWAYS_BYTES_PER_SECOND}: none is
   */
  public WideReads(long leastBytes, long firstBytes, long mostBytes, long bytesPerSecondMax) {
    if (leastBytes <= 0 || mostBytes < leastBytes || bytesPerSecondMax <= 0) {
      throw new IllegalArgumentException(
          "wide reads need 0 < least <= most bytes and a rate > 0, got %d, %d and %d"
              .formatted(leastBytes, mostBytes, bytesPerSecondMax));
    }
    this.leastBytes = leastBytes;
    this.mostBytes = mostBytes;
    this.afterBytes = Math.min(mostBytes, Math.max(leastBytes, firstBytes));
    this.always = bytesPerSecondMax >= ALWAYS_BYTES_PER_SECOND;
    this.nanosPerByteMin = 1e9 / bytesPerSecondMax;
  }

  /** From how many bytes of a run on it is taken for one that goes on. */
  public synchronized long afterBytes() {
    return afterBytes;
  }

  /**
   * What the caller of a run waited for its node.
   *
   * @param receivedBytes what has come from the node since it is measured, its first burst aside
   * @param waitedNanos how long the caller waited for that
   * @param elapsedNanos how long it took in all
   * @param latestNanosPerByte how long the caller waited for each of the latest bytes
   */
  public record Waits(
      long receivedBytes, long waitedNanos, long elapsedNanos, double latestNanosPerByte) {}

  /**
   * Whether this run should go wide now.
   *
   * @param runBytes what it has read in sequence
   * @param crowd how many times longer than alone, at least 1, a thread of this process waits now
   *     for a core or for others at its node: the rest of the time is not its node's
   * @param readers the most of them that there were lately, at least this one
   */
  public synchronized boolean pays(long runBytes, Waits waits, double crowd, long readers) {
    if (runBytes < afterBytes) {
      return false;
    }
    if (waits.receivedBytes >= MEASURED_BYTES) {
      double nanosPerByte = (double) waits.waitedNanos / waits.receivedBytes;
      double waitingShare = (double) waits.waitedNanos / waits.elapsedNanos;
      // What comes in a burst may look fast, never slow.
      if (runBytes >= BURST_BYTES || isSlow(nanosPerByte / crowd, waitingShare)) {
        measured(nanosPerByte, waits.latestNanosPerByte, waitingShare, crowd);
      }
      // None of the three is long by one hiccup alone.
      double goesOn =
          Math.min(nodeNanosPerByte, Math.min(nanosPerByte, waits.latestNanosPerByte) / crowd);
      if (waits.receivedBytes >= BURST_BYTES && goesOn >= GAIN_MIN * disappointingNanosPerByte) {
        // What wide had to beat was a node's burst: it is tried once more.
        unhelpful = 0;
      }
    }
    return paysByNow(readers);
  }

  /**
   * Whether a single read, which is known to be large and measures nothing, should go wide now:
   * asked once, as it counts among the runs that are trusted.
   *
   * @param readers the most threads of this process that read lately
   */
  public synchronized boolean paysOnce(long readers) {
    boolean pays = paysByNow(readers);
    trusted = Math.max(0, trusted - (pays ? 1 : 0));
    unhelpful = Math.max(0, unhelpful - 1);
    return pays;
  }

  private boolean paysByNow(long readers) {
    return always || (isSlow() && trusted > 0 && unhelpful == 0 && leavesNodes(readers));
  }

  private boolean leavesNodes(long readers) {
    return readers <= 1 || met.size() >= NODES_PER_READER_MIN * readers;
  }

  /**
   * How many of this process's readers a reader finds at its own node, itself included, if they
   * have chosen among the nodes that it has met by chance: so many times slower than alone that
   * node looks.
   */
  public synchronized double readersAtNode(long readers) {
    return met.isEmpty() ? 1 : 1 + Math.max(0, readers - 1) / (double) met.size();
  }

  /** This process has read from a node. */
  public synchronized void met(NodeId node) {
    met.add(node);
  }

  private boolean isSlow() {
    return isSlow(nodeNanosPerByte, knownWaitingShare);
  }

  private boolean isSlow(double nanosPerByte, double waitingShare) {
    return nanosPerByte >= nanosPerByteMin && waitingShare >= WAITING_SHARE;
  }

  /**
   * A wait may be too long by accident, of a scheduler or a garbage collection, but never too
   * short: what was fast is believed at once, what was slow only in the mean.
   */
  private void measured(
      double nanosPerByte, double latestNanosPerByte, double waitingShare, double crowd) {
    boolean fast = nanosPerByte / crowd < nanosPerByteMin;
    double weight = waitedNanosPerByte == 0 || fast ? 1 : WEIGHT;
    // Wide has to beat what would go on: just after a burst the mean is hardly slow.
    double toBeat = fast ? nanosPerByte : Math.max(nanosPerByte, latestNanosPerByte);
    waitedNanosPerByte += weight * (toBeat - waitedNanosPerByte);
    nodeNanosPerByte += weight * (nanosPerByte / crowd - nodeNanosPerByte);
    knownWaitingShare += weight * (waitingShare - knownWaitingShare);
    if (!isSlow()) {
      trusted = 0;
      trustedNext = TRUSTED_RUNS_MIN;
    } else if (trusted == 0) {
      trusted = trustedNext;
      trustedNext = Math.min(TRUSTED_RUNS_MAX, 2 * trustedNext);
    }
  }

  /**
   * A run has ended by a seek, the end of the file or a close.
   *
   * @param runBytes how far it went
   * @param blockBytes the length of the file's blocks; {@link Long#MAX_VALUE} when unknown
   * @param wentWide whether it was wide
   */
  public synchronized void ended(long runBytes, long blockBytes, boolean wentWide) {
    // Who reads a split of one block reads a record or so beyond it, and stops there all the same.
    if (runBytes - blockBytes > blockBytes / BEYOND_SHARE) {
      afterBytes = leastBytes;
    } else if (wentWide) {
      afterBytes = Math.min(mostBytes, afterBytes * 4);
    }
    if (wentWide) {
      trusted = Math.max(0, trusted - 1);
    }
    unhelpful = Math.max(0, unhelpful - 1);
  }

  /** A run goes wide: the number to call it by. */
  public synchronized long wide() {
    return ++wideRuns;
  }

  /**
   * A wide run was timed while its caller waited for nothing but it.
   *
   * @param run its number
   * @param nanosPerByte of what the caller got
   */
  public synchronized void brought(long run, double nanosPerByte) {
    if (nanosPerByte * GAIN_MIN <= waitedNanosPerByte) {
      disappointedAt = 0;
      unhelpfulNext = UNHELPFUL_RUNS_MIN;
    } else if (disappointedAt == 0) {
      disappointedAt = wideRuns;
    } else if (run > disappointedAt && unhelpful == 0) {
      // The caller's own link is full, or the caller is busy: for the next runs one node will do.
      // Others that went wide in the same crowd say the same once more.
      unhelpful = unhelpfulNext;
      disappointingNanosPerByte = nanosPerByte;
      unhelpfulNext = Math.min(UNHELPFUL_RUNS_MAX, 2 * unhelpfulNext);
    }
  }
}
