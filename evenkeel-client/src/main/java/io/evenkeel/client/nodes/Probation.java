package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Nodes that were slow and have not shown since that they are not: one probe at a time tries each,
 * and the next one comes after twice the time when it finds it slow still. A doubt ends with a read
 * in time, with a probe that nobody hears of, and with time. Thread-safe; time is the caller's.
 */
final class Probation {
  private static final int REMEMBERED_MAX = 4096;

  /** A probe that has said nothing for so long is taken for lost. */
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Late small reads may be a hiccup: the first time a node is avoided no longer than this. */
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A doubt that nobody renews within so many of the longest times is none any more. */
  private static final int RENEWED_WITHIN = 10;

  private final long mostNanos;

  /**
   * One node.
   *
   * @param byPace whether a large read has found it slow
   * @param avoidNanos for how long it was avoided last
   * @param sinceNanos when it was found slow last, on the caller's clock
   * @param probedNanos when a probe was last granted
   */
  private record Doubt(boolean byPace, long avoidNanos, long sinceNanos, OptionalLong probedNanos) {
    Doubt probed(OptionalLong nanos) {
      return new Doubt(byPace, avoidNanos, sinceNanos, nanos);
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
  Probation(long mostNanos) {
    this.mostNanos = mostNanos;
  }

  /** A large read has found a node slow; answers for how long to avoid it. */
  synchronized long lagged(NodeId node, long nowNanos) {
    return doubt(node, true, mostNanos, nowNanos);
  }

  /** Small reads have found a node slow; answers for how long to avoid it. */
  synchronized long laggedAtSmall(NodeId node, long nowNanos) {
    Doubt before = nodes.get(node);
    long left = before == null ? 0 : before.avoidNanos() - (nowNanos - before.sinceNanos());
    if (left > 0) {
      // Of the same hiccup, which others have seen as well.
      return left;
    }
    long last = before == null ? endedLatelyNanos(node, nowNanos) : before.avoidNanos();
    long avoid = last == 0 ? FIRST_NANOS : 2 * last;
    return doubt(node, before != null && before.byPace(), Math.min(mostNanos, avoid), nowNanos);
  }

  /** For how long it was avoided last, if it has come back lately; else 0. */
  private long endedLatelyNanos(NodeId node, long nowNanos) {
    Ended last = ended.get(node);
    boolean lately = last != null && nowNanos - last.atNanos() <= RENEWED_WITHIN * mostNanos;
    return lately ? last.avoidNanos() : 0;
  }

  private long doubt(NodeId node, boolean byPace, long avoidNanos, long nowNanos) {
    nodes.put(node, new Doubt(byPace, avoidNanos, nowNanos, OptionalLong.empty()));
    latestNanos = nowNanos;
    any = true;
    return avoidNanos;
  }

  /** A node has shown that it is not slow now. */
  synchronized void passed(NodeId node, long nowNanos) {
    Doubt doubt = nodes.get(node);
    // What a large read has found says nothing of how long small ones are to keep off.
    if (doubt != null && !doubt.byPace()) {
      ended.put(node, new Ended(doubt.avoidNanos(), nowNanos));
    }
    forget(node);
  }

  private void forget(NodeId node) {
    nodes.remove(node);
    any = !nodes.isEmpty();
  }

  boolean isAny(long nowNanos) {
    return any && nowNanos - latestNanos <= RENEWED_WITHIN * mostNanos;
  }

  boolean has(NodeId node, long nowNanos) {
    return any && isDoubted(node, nowNanos);
  }

  private synchronized boolean isDoubted(NodeId node, long nowNanos) {
    Doubt doubt = nodes.get(node);
    if (doubt == null) {
      return false;
    }
    boolean old = nowNanos - doubt.sinceNanos() > RENEWED_WITHIN * mostNanos;
    // The probe found no thread, or its block token had run out: enough is enough.
    boolean unheard =
        doubt.probedNanos().isPresent()
            && nowNanos - doubt.probedNanos().getAsLong() >= PROBE_NANOS;
    if (old || unheard) {
      forget(node);
    }
    return !old && !unheard;
  }

  /**
   * Whether it was large reads that found a node slow: what it takes for a small one says little.
   */
  synchronized boolean isByPace(NodeId node) {
    Doubt doubt = nodes.get(node);
    return doubt != null && doubt.byPace();
  }

  /** How many nodes are in doubt. */
  synchronized int count(long nowNanos) {
    for (NodeId node : List.copyOf(nodes.keySet())) {
      isDoubted(node, nowNanos);
    }
    return nodes.size();
  }

  /** Grants one read at a time; none where there is nothing to try. */
  boolean tryProbe(NodeId node, long nowNanos) {
    return any && claim(node, nowNanos);
  }

  private synchronized boolean claim(NodeId node, long nowNanos) {
    Doubt doubt = isDoubted(node, nowNanos) ? nodes.get(node) : null;
    if (doubt == null
        || doubt.probedNanos().isPresent()
        || nowNanos - doubt.sinceNanos() < doubt.avoidNanos()) {
      return false;
    }
    nodes.put(node, doubt.probed(OptionalLong.of(nowNanos)));
    return true;
  }

  synchronized void probeLater(NodeId node, long nowNanos) {
    Doubt doubt = nodes.get(node);
    if (doubt != null) {
      nodes.put(
          node, new Doubt(doubt.byPace(), doubt.avoidNanos(), nowNanos, OptionalLong.empty()));
    }
  }
}
