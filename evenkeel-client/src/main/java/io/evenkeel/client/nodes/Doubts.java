package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Nodes that were slow and have not shown since that they are not: one probe at a time tries each,
 * and the next one comes after twice the time when it finds it slow still. A doubt ends with a read
 * in time, with a probe that nobody hears of, and when it is very old: who reads again after a
 * pause tries a node before trusting it. Thread-safe; time is the caller's.
 */
final class Doubts {
  private static final int REMEMBERED_MAX = 4096;

  /** A probe that has said nothing for so long is taken for lost: the longest is cut before. */
  private static final long PROBE_NANOS = HangThreshold.MOST_NANOS + TimeUnit.SECONDS.toNanos(10);

  /** Late small reads may be a hiccup: the first time a node is avoided no longer than this. */
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /**
   * What happened longer ago than so many of the longest times is no reason to avoid a node for
   * longer, and says nothing of how many nodes are slow.
   */
  private static final int LATELY_TIMES = 10;

  /** Hiccups are not that regular. */
  private static final int SLOW_FOR_LONG_TIMES = 3;

  /** A doubt that nobody renews for so long is none any more. Never sooner than lately. */
  private static final long FORGOTTEN_NANOS_MIN = TimeUnit.MINUTES.toNanos(10);

  private final long mostNanos;
  private final long latelyNanos;
  private final long forgottenNanos;

  /**
   * How often a node was found slow in a row, each time but the first after it had been avoided.
   *
   * @param all how often in all since it came into doubt, however far apart
   * @param latestNanos when the latest of these was, on the caller's clock
   */
  private record Row(int times, int all, long latestNanos) {
    /**
     * The node is found slow again.
     *
     * @param avoidNanos for how long it was avoided: what is found before that is over is the same
     * @param apartNanosMax what is found later than that is not in a row with it
     */
    Row then(long nowNanos, long avoidNanos, long apartNanosMax) {
      long apartNanos = nowNanos - latestNanos;
      if (apartNanos > apartNanosMax) {
        return new Row(1, all + 1, nowNanos);
      }
      return apartNanos < avoidNanos
          ? this
          : new Row(Math.min(SLOW_FOR_LONG_TIMES, times + 1), all + 1, nowNanos);
    }
  }

  /**
   * One node.
   *
   * @param silent whether it was asked in vain: it is not slow but hangs, or is gone
   * @param byLarge whether a large read has found it slow
   * @param avoidNanos for how long it was avoided last
   * @param sinceNanos when it was found slow last
   * @param probeNanos from when on a probe may be granted
   * @param probedNanos since when a probe is under way, of this doubt or of the one it renews
   */
  private record Doubt(
      boolean silent,
      boolean byLarge,
      long avoidNanos,
      Row row,
      long sinceNanos,
      long probeNanos,
      OptionalLong probedNanos) {
    static Doubt of(boolean silent, boolean byLarge, long avoidNanos, long nowNanos) {
      Row row = new Row(1, 1, nowNanos);
      long probeNanos = nowNanos + avoidNanos;
      return new Doubt(
          silent, byLarge, avoidNanos, row, nowNanos, probeNanos, OptionalLong.empty());
    }

    /**
     * The same, of a node that was doubted before.
     *
     * @param inARowNanos what was found longer ago is not in a row with it
     */
    Doubt after(Doubt before, long inARowNanos) {
      Row longer = before.row.then(sinceNanos, before.avoidNanos, inARowNanos);
      return new Doubt(
          silent, byLarge, avoidNanos, longer, sinceNanos, probeNanos, before.probedNanos);
    }

    Doubt silent(boolean isSilent) {
      return new Doubt(isSilent, byLarge, avoidNanos, row, sinceNanos, probeNanos, probedNanos);
    }

    Doubt withProbe(OptionalLong atNanos) {
      return new Doubt(silent, byLarge, avoidNanos, row, sinceNanos, probeNanos, atNanos);
    }

    Doubt probeLater(long nowNanos) {
      return new Doubt(
          silent,
          byLarge,
          avoidNanos,
          row,
          sinceNanos,
          nowNanos + avoidNanos,
          OptionalLong.empty());
    }
  }

  private final Map<NodeId, Doubt> nodes = BoundedMap.byAge(REMEMBERED_MAX);

  /**
   * Those that ended lately, since when: a node that is slow again soon after it was not is avoided
   * for longer each time, or one with room for a burst would be tried, and found slow, all the
   * time.
   */
  private final Map<NodeId, Ended> ended = BoundedMap.byAge(REMEMBERED_MAX);

  /** What a node was avoided for last, before a read showed that it is not slow. */
  private record Ended(long avoidNanos, long atNanos) {}

  /** Read without the lock: who misses a node that has just been added is a read too early. */
  private volatile boolean any;

  private volatile long latestNanos;

  /**
   * @param mostNanos the longest that a node is avoided between two probes
   */
  Doubts(long mostNanos) {
    this.mostNanos = mostNanos;
    this.latelyNanos = LATELY_TIMES * mostNanos;
    this.forgottenNanos = Math.max(FORGOTTEN_NANOS_MIN, latelyNanos);
  }

  /** A large read has found a node slow; answers for how long to avoid it. */
  synchronized long lagged(NodeId node, long nowNanos) {
    return doubt(node, Doubt.of(isSilent(node), true, mostNanos, nowNanos));
  }

  /** What may be a hiccup has found a node slow; answers for how long to avoid it. */
  synchronized long laggedAtShort(NodeId node, long nowNanos) {
    Doubt before = nodes.get(node);
    long left = before == null ? 0 : before.avoidNanos() - (nowNanos - before.sinceNanos());
    if (left > 0) {
      // Of the same hiccup, which others have seen as well.
      return left;
    }
    boolean lasts = before != null && isLately(before.sinceNanos(), nowNanos);
    Ended last = ended.get(node);
    boolean again = last != null && isLately(last.atNanos(), nowNanos);
    long avoid = FIRST_NANOS;
    if (lasts) {
      avoid = 2 * before.avoidNanos();
    } else if (again) {
      avoid = 2 * last.avoidNanos();
    }
    boolean byLarge = before != null && before.byLarge();
    return doubt(node, Doubt.of(isSilent(node), byLarge, Math.min(mostNanos, avoid), nowNanos));
  }

  private boolean isLately(long nanos, long nowNanos) {
    return nowNanos - nanos <= latelyNanos;
  }

  private long doubt(NodeId node, Doubt doubt) {
    Doubt before = nodes.get(node);
    nodes.put(node, before == null ? doubt : doubt.after(before, inARowNanos()));
    latestNanos = doubt.sinceNanos();
    any = true;
    return doubt.avoidNanos();
  }

  /**
   * A node has brought a read in time, which ends a doubt that is older than the read; one that was
   * on its way already may be the very one that was waited for too long. Answers whether nobody
   * doubts the node now.
   *
   * @param beganNanos when the read began
   */
  synchronized boolean passed(NodeId node, long beganNanos, long nowNanos) {
    Doubt doubt = nodes.get(node);
    if (doubt != null && beganNanos - doubt.sinceNanos() < 0) {
      return false;
    }
    // What a large read has found says nothing of how long small ones are to keep off.
    if (doubt != null && !doubt.byLarge()) {
      ended.put(node, new Ended(doubt.avoidNanos(), nowNanos));
    }
    forget(node);
    return true;
  }

  private void forget(NodeId node) {
    nodes.remove(node);
    any = !nodes.isEmpty();
  }

  /** Whether any node is doubted: quick, where as a rule none is. */
  boolean hasAny(long nowNanos) {
    if (any && nowNanos - latestNanos > forgottenNanos) {
      forgetOld(nowNanos);
    }
    return any;
  }

  private synchronized void forgetOld(long nowNanos) {
    nodes.values().removeIf(doubt -> nowNanos - doubt.sinceNanos() > forgottenNanos);
    any = !nodes.isEmpty();
  }

  boolean isDoubted(NodeId node, long nowNanos) {
    return any && isDoubtedStill(node, nowNanos);
  }

  private synchronized boolean isDoubtedStill(NodeId node, long nowNanos) {
    Doubt doubt = nodes.get(node);
    if (doubt == null) {
      return false;
    }
    boolean isOver = isOver(doubt, nowNanos);
    if (isOver) {
      forget(node);
    }
    return !isOver;
  }

  private boolean isOver(Doubt doubt, long nowNanos) {
    long sinceNanos = nowNanos - doubt.sinceNanos();
    // Nobody has found it slow since, and the probe is lost: enough is enough.
    boolean unheard = isLost(doubt, nowNanos) && sinceNanos >= PROBE_NANOS;
    return sinceNanos > forgottenNanos || unheard;
  }

  private static boolean isLost(Doubt doubt, long nowNanos) {
    return doubt.probedNanos().isPresent()
        && nowNanos - doubt.probedNanos().getAsLong() >= PROBE_NANOS;
  }

  /** Whether only its pace shows that a node is not slow: what a small read takes says little. */
  synchronized boolean isByPace(NodeId node) {
    Doubt doubt = nodes.get(node);
    return doubt != null && doubt.byLarge();
  }

  /**
   * A probe of a node that is doubted, or a lane to it, has brought nothing before it was given up,
   * nor has the node brought others anything since: who has has a long queue, and does not hang.
   */
  synchronized void askedInVain(NodeId node) {
    Doubt doubt = nodes.get(node);
    if (doubt != null) {
      nodes.put(node, doubt.silent(true));
    }
  }

  /** A node has brought something, however late: quick, where as a rule none is doubted. */
  void heard(NodeId node) {
    if (any) {
      endSilence(node);
    }
  }

  private synchronized void endSilence(NodeId node) {
    Doubt doubt = nodes.get(node);
    if (doubt != null && doubt.silent()) {
      nodes.put(node, doubt.silent(false));
    }
  }

  /** Whether it was asked in vain, and has brought nothing to anybody since. */
  synchronized boolean isSilent(NodeId node) {
    Doubt doubt = nodes.get(node);
    return doubt != null && doubt.silent();
  }

  /** Of how many that is so. */
  synchronized int silentCount() {
    return (int) nodes.values().stream().filter(Doubt::silent).count();
  }

  /** How many nodes have come into doubt lately, not counting those that are silent. */
  synchronized int count(long nowNanos) {
    nodes.values().removeIf(doubt -> isOver(doubt, nowNanos));
    any = !nodes.isEmpty();
    int count = 0;
    for (Doubt doubt : nodes.values()) {
      count += !doubt.silent() && isLately(doubt.sinceNanos(), nowNanos) ? 1 : 0;
    }
    return count;
  }

  /**
   * Whether reads keep off a node: of more nodes than can be slow at once only off those that say
   * nothing, and those that were {@link #slowForLong slow before the others}.
   *
   * @param most how many can be slow at once
   */
  synchronized boolean isKeptOff(NodeId node, int most, long nowNanos) {
    return isDoubtedStill(node, nowNanos)
        && (isSilent(node)
            || count(nowNanos) <= most
            || slowForLong(most, nowNanos).contains(node));
  }

  /**
   * Nodes that were found slow three times in a row, each time after they had been avoided: a
   * hiccup of others does not make theirs one, too. None where that is so of more than can be slow
   * at once, those that say nothing not counted.
   */
  synchronized Set<NodeId> slowForLong(int most, long nowNanos) {
    Set<NodeId> slow = new HashSet<>();
    nodes.forEach(
        (node, doubt) -> {
          if (doubt.row().times() == SLOW_FOR_LONG_TIMES
              && !doubt.silent()
              && nowNanos - doubt.row().latestNanos() <= inARowNanos()) {
            slow.add(node);
          }
        });
    return slow.size() <= most ? slow : Set.of();
  }

  /** What is found longer after the last time is not in a row with it. */
  private long inARowNanos() {
    return 2 * mostNanos;
  }

  /**
   * Whether a node is doubted for more than what may be one hiccup: a large read has found it slow,
   * it says nothing, or it was found slow once more after it had been avoided.
   */
  synchronized boolean hasMoreThanHiccup(NodeId node) {
    Doubt doubt = nodes.get(node);
    return doubt != null && (doubt.byLarge() || doubt.silent() || doubt.row().all() > 1);
  }

  /** Grants one read at a time; none where there is nothing to try. */
  boolean tryProbe(NodeId node, long nowNanos) {
    return any && claim(node, nowNanos);
  }

  private synchronized boolean claim(NodeId node, long nowNanos) {
    Doubt doubt = isDoubtedStill(node, nowNanos) ? nodes.get(node) : null;
    if (doubt == null || nowNanos - doubt.probeNanos() < 0) {
      return false;
    }
    if (doubt.probedNanos().isPresent() && !isLost(doubt, nowNanos)) {
      return false;
    }
    nodes.put(node, doubt.withProbe(OptionalLong.of(nowNanos)));
    return true;
  }

  /** The probe that was granted has ended: what it has found is told besides. */
  synchronized void probeEnded(NodeId node) {
    Doubt doubt = nodes.get(node);
    if (doubt != null) {
      nodes.put(node, doubt.withProbe(OptionalLong.empty()));
    }
  }

  /**
   * The probe that was granted could not be made: another may be, as long after now as after it was
   * slow.
   */
  synchronized void probeLater(NodeId node, long nowNanos) {
    Doubt doubt = nodes.get(node);
    if (doubt != null) {
      nodes.put(node, doubt.probeLater(nowNanos));
    }
  }
}
