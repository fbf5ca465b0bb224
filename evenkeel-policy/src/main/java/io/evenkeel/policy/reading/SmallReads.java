package io.evenkeel.policy.reading;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * When a small read is late: once it has waited twice as long as all but one in a hundred of the
 * healthy ones of its size that waited with as many others. There is no floor, so a read of a fast
 * cluster is protected from a delay that a slow cluster would not notice. A read that is left for
 * another source costs its bytes twice, so that no more than one in twenty-five is; and one late
 * read says nothing of a node, which is called slow when half of its last eight were late.
 *
 * <p>A node that was slow before anybody read from it has a part in what is usual, and none of its
 * reads may be late. So it is compared with the others too: it is slow when three in four of its
 * last sixteen reads, or all of its last eight, were late or took four times the median of their
 * size. In either case only if less than half that share of the others' reads did; by comparison,
 * only beside two others of which that is not true. One that is slow now and then, as when its
 * caches serve the rest, is found by ten such reads of its last thirty-two, four times the share of
 * the others'. Until then it is a suspect as soon as two of its last eight took that long, twice
 * the share of the others', and its reads are left when they do: nobody waits for what says no more
 * than that they are long. Thread-safe; no clock.
 */
public final class SmallReads {
  /** Larger ones are judged by the pace of their bytes, as a rule. */
  public static final int BYTES_MAX = 1 << 20;

  /**
   * Reads by lanes may be so long, where lanes show what is usual: where all nodes are busy, most
   * of what a read of a few MiB takes is a queue and not a pace.
   */
  public static final int SHORT_BYTES_MAX = 16 << 20;

  /** What a read that waits by itself is in: itself. */
  public static final int ALONE = 1;

  /** What {@link #lateNanos} answers while too little is known. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final double QUANTILE = 0.99;
  private static final double FACTOR = 2;

  /** With fewer, one in a hundred is none. */
  private static final int KNOWN_MIN = 200;

  private static final int REFRESHED_EVERY = 32;
  private static final double LEFT_SHARE = 0.04;
  private static final double LEFT_AT_ONCE = 16;

  /** How many times the median a long read takes. */
  private static final double LONG_FACTOR = 4;

  /** What a detour takes: a node at the next switch is not left for being slower than one here. */
  private static final long LONG_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(2);

  /** So many sizes smaller may reads be that others are judged by. */
  private static final int SMALLER_MOST = 2;

  /** Beside fewer nodes that are not slow, nobody is by comparison. */
  private static final int COMPARED_WITH_MIN = 2;

  /** With fewer, there is no median. */
  private static final int MEDIAN_KNOWN_MIN = 64;

  /** Latest reads of a node that count, and how many of them have to be late. */
  private static final Criterion LATE = new Criterion(8, 4, 4, 2);

  /** As {@link #LATE}; long reads are not as rare. */
  private static final Criterion LONG = new Criterion(16, 12, 8, 2);

  /** Of a node that is slow now and then. */
  private static final Criterion OFTEN_LONG = new Criterion(32, 10, 32, 4);

  /** Of a node that is not waited for as long as others. */
  private static final Criterion SUSPECT = new Criterion(8, 2, 8, 2);

  /** So many long reads of a node that was slow and is not say that it is again. */
  private static final int AGAIN_LONG = 3;

  /** A node of which so many reads of others have ended since its last says nothing any more. */
  private static final int FRESH = 2000;

  private static final int NODES_REMEMBERED_MAX = 4096;

  /** Alone, with another or two, with up to seven, and so on; 32 and more at once are one. */
  private static final int COMPANIES = 6;

  private final Map<ReadKind, Past[]> pasts = new EnumMap<>(ReadKind.class);
  private int sinceRefresh;
  private long ended;

  /** Those that may be suspects and may have been read lately; as a rule none or few. */
  private final Set<NodeReads> suspects = new HashSet<>();

  private final Quota leaveable = new Quota(LEFT_SHARE, LEFT_AT_ONCE);

  private final Map<NodeId, NodeReads> byNode = BoundedMap.byUse(NODES_REMEMBERED_MAX);

  /**
   * What makes a node slow.
   *
   * @param window how many of its latest reads count
   * @param badMin how many of these have to be bad
   * @param inARow how many of the latest are enough if all of them are bad
   * @param timesOthers how many times the share of the others' that are bad has to be
   */
  private record Criterion(int window, int badMin, int inARow, double timesOthers) {
    /** The bits of so many reads. */
    static long bits(int reads) {
      return (1L << reads) - 1;
    }
  }

  /** Whether each of a node's last reads was bad, the latest in the lowest bit. */
  private static final class Latest {
    private final Criterion criterion;
    private long bad;
    private int count;

    Latest(Criterion criterion) {
      this.criterion = criterion;
    }

    void add(boolean isBad) {
      bad = (bad << 1 | (isBad ? 1 : 0)) & Criterion.bits(criterion.window());
      count = Math.min(criterion.window(), count + 1);
    }

    int badCount() {
      return Long.bitCount(bad);
    }

    boolean isBadOften() {
      long latest = Criterion.bits(criterion.inARow());
      return badCount() >= criterion.badMin() || (bad & latest) == latest;
    }

    /** So many more bad ones are enough, for as long as the window. */
    void forgetBut(int badMore) {
      bad = Criterion.bits(criterion.badMin() - badMore);
      count = criterion.window();
    }
  }

  /** One node's last reads. */
  private static final class NodeReads {
    private Latest late = new Latest(LATE);
    private Latest longs = new Latest(LONG);
    private final Latest often = new Latest(OFTEN_LONG);
    private Latest suspicious = new Latest(SUSPECT);

    /** Whether its reads are late as soon as they are long. */
    private boolean isSuspect;

    /** The number of all reads when the latest of these ended. */
    private long endedAt;
  }

  /** What reads of one kind took that had as much company. */
  private static final class Past {
    private final LatencyHistogram taken = new LatencyHistogram();
    private boolean isFresh = true;
    private long lateNanos = NEVER;
    private long longNanos = NEVER;

    void add(long nanos) {
      taken.add(nanos);
      isFresh = false;
    }

    void refresh() {
      if (isFresh) {
        return;
      }
      isFresh = true;
      int known = taken.total();
      lateNanos = known < KNOWN_MIN ? NEVER : (long) (FACTOR * taken.quantileNanos(QUANTILE));
      longNanos =
          known < MEDIAN_KNOWN_MIN
              ? NEVER
              : Math.max(LONG_NANOS_MIN, (long) (LONG_FACTOR * taken.quantileNanos(.5)));
    }
  }

  public SmallReads() {
    for (ReadKind kind : ReadKind.values()) {
      Past[] byCompany = new Past[COMPANIES];
      Arrays.setAll(byCompany, i -> new Past());
      pasts.put(kind, byCompany);
    }
  }

  private static int companyOf(int atOnce) {
    return Math.min(COMPANIES - 1, 31 - Integer.numberOfLeadingZeros(Math.max(1, atOnce)));
  }

  /**
   * How long a read may wait before it is late; {@link #NEVER} while too few healthy reads of its
   * size, or of the next larger ones, are known.
   *
   * @param atOnce how many reads wait at once, this one included
   */
  public synchronized long lateNanos(ReadKind kind, int atOnce) {
    return known(kind, atOnce, past -> past.lateNanos);
  }

  /** The same where its node is known: of a suspect it is late as soon as it is long. */
  public synchronized long lateNanos(ReadKind kind, int atOnce, NodeId node) {
    NodeReads reads = suspects.isEmpty() ? null : byNode.get(node);
    return lateNanos(kind, atOnce, reads != null && reads.isSuspect);
  }

  /** The least of these for any node. */
  public synchronized long soonestLateNanos(ReadKind kind, int atOnce) {
    return lateNanos(kind, atOnce, !suspects.isEmpty());
  }

  private long lateNanos(ReadKind kind, int atOnce, boolean ofSuspect) {
    long late = lateNanos(kind, atOnce);
    return ofSuspect && late != NEVER
        ? Math.min(late, known(kind, atOnce, past -> past.longNanos))
        : late;
  }

  /** Whether a read took several times what most like it take, late or not. */
  public synchronized boolean isLong(ReadKind kind, int atOnce, long nanos) {
    return nanos >= known(kind, atOnce, past -> past.longNanos);
  }

  /**
   * Where too few had as much company, by others: twice as many share what there is, and take twice
   * as long at most; with more company none takes less.
   */
  private long known(ReadKind kind, int atOnce, ToLongFunction<Past> threshold) {
    int company = companyOf(atOnce);
    long own = knownIn(company, kind, threshold);
    long least = NEVER;
    for (int other = 0; own == NEVER && other < COMPANIES; other++) {
      long nanos = knownIn(other, kind, threshold);
      if (nanos != NEVER) {
        least = Math.min(least, nanos << Math.max(0, company - other));
      }
    }
    return Math.min(own, least);
  }

  private long knownIn(int company, ReadKind kind, ToLongFunction<Past> threshold) {
    long nanos = NEVER;
    for (ReadKind now = kind; now != null && nanos == NEVER; now = now.larger()) {
      nanos = threshold.applyAsLong(pasts.get(now)[company]);
    }
    return nanos == NEVER && kind.isOfMiddle() ? knownOfSmaller(company, kind, threshold) : nanos;
  }

  /** Of more than a MiB few are of one size: twice the bytes take twice as long at most. */
  private long knownOfSmaller(int company, ReadKind kind, ToLongFunction<Past> threshold) {
    ReadKind smaller = kind.smaller();
    for (int steps = 1; steps <= SMALLER_MOST && smaller != null; steps++) {
      long nanos = threshold.applyAsLong(pasts.get(smaller)[company]);
      if (nanos != NEVER) {
        return nanos << steps;
      }
      smaller = smaller.smaller();
    }
    return NEVER;
  }

  /** Asks to leave a late read for another source; what is granted is taken. */
  public synchronized boolean tryLeave() {
    return leaveable.tryTake();
  }

  /**
   * A read has ended, or was left.
   *
   * @param atOnce how many reads waited at once, this one included
   * @param nanos how long it waited
   * @param isLate whether that was too long
   * @return whether its node is to be called slow
   */
  public synchronized boolean ended(
      NodeId node, ReadKind kind, int atOnce, long nanos, boolean isLate) {
    leaveable.earn();
    NodeReads of = byNode.computeIfAbsent(node, n -> new NodeReads());
    of.endedAt = ++ended;
    boolean isBad = isLate || isLong(kind, atOnce, nanos);
    // A suspect's are left sooner than the others': then they are long, and no more is known.
    boolean isLateForAll = isLate && nanos >= lateNanos(kind, atOnce);
    of.late.add(isLateForAll);
    of.longs.add(isBad);
    of.often.add(isBad);
    of.suspicious.add(isBad);
    boolean isSlow =
        (isLateForAll && isWorseThanOthers(of, reads -> reads.late))
            || (isBad && isSlowByComparison(of));
    // One that is slow is kept off: what it was suspected of says nothing of when it comes back.
    of.isSuspect = !isSlow && isWorseThanOthers(of, reads -> reads.suspicious) && hasGoodBeside();
    if (of.isSuspect) {
      suspects.add(of);
    }
    if (!isSlow) {
      // By no more than the threshold at once: a few of a slow node must not make slow usual.
      pasts.get(kind)[companyOf(atOnce)].add(Math.min(nanos, lateNanos(kind, atOnce)));
    }
    if (++sinceRefresh >= REFRESHED_EVERY) {
      sinceRefresh = 0;
      refresh();
    }
    return isSlow;
  }

  /**
   * A node has shown that it is not slow: its late reads are of the past. One read in time may be
   * luck, so that for a while it takes less to call it slow again.
   */
  public synchronized void forgive(NodeId node) {
    NodeReads reads = byNode.get(node);
    if (reads != null) {
      reads.late = new Latest(LATE);
      reads.longs = new Latest(LONG);
      reads.often.forgetBut(AGAIN_LONG);
      reads.suspicious = new Latest(SUSPECT);
      reads.isSuspect = false;
    }
  }

  private void refresh() {
    for (Past[] byCompany : pasts.values()) {
      for (Past past : byCompany) {
        past.refresh();
      }
    }
    suspects.removeIf(reads -> !reads.isSuspect || !isFresh(reads));
  }

  private boolean isSlowByComparison(NodeReads one) {
    return (isWorseThanOthers(one, reads -> reads.longs)
            || isWorseThanOthers(one, reads -> reads.often))
        && hasGoodBeside();
  }

  /** Whether there are nodes that one whose reads are long can be compared with. */
  private boolean hasGoodBeside() {
    int good = 0;
    for (NodeReads other : byNode.values()) {
      boolean isKnown = isFresh(other) && other.longs.count >= LONG.inARow();
      good += isKnown && !other.longs.isBadOften() ? 1 : 0;
    }
    return good >= COMPARED_WITH_MIN;
  }

  private boolean isFresh(NodeReads reads) {
    return ended - reads.endedAt <= FRESH;
  }

  /**
   * Whether a node's reads are bad often, and more often than the others'. Of these only those
   * count that were read lately, as long as there are enough of them.
   */
  private boolean isWorseThanOthers(NodeReads one, Function<NodeReads, Latest> by) {
    Latest own = by.apply(one);
    if (!own.isBadOften()) {
      return false;
    }
    int bad = 0;
    int all = 0;
    for (NodeReads other : byNode.values()) {
      if (other != one && isFresh(other)) {
        bad += by.apply(other).badCount();
        all += by.apply(other).count;
      }
    }
    double times = own.criterion.timesOthers();
    return all == 0 || (double) own.badCount() * all > times * bad * own.count;
  }
}
