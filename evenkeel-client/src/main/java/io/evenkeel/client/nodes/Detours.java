package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.Collection;
import java.util.Map;

/**
 * Whether going around a slow node pays for a read of a part of a row, which costs several times
 * its bytes. Where all nodes have too much to do, whoever goes around one waits for k others, and
 * makes all of them wait for longer. So a detour pays where what small reads take at k of those
 * others together is less than what they take at this one: the more go around a node, the less that
 * pays. Thread-safe; no clock.
 */
final class Detours {
  private static final int NODES_REMEMBERED_MAX = 4096;
  private static final double LATEST_SHARE = 0.1;

  /**
   * Of what a node took that nobody reads meanwhile, each time that it is gone around: sooner or
   * later a read tries it again.
   */
  private static final double KEPT_SHARE = 0.99;

  /** What was left so often in a row counts no more than the last time. */
  private static final int LEFT_MOST = 6;

  private final Map<NodeId, Taken> taken = BoundedMap.byUse(NODES_REMEMBERED_MAX);

  /**
   * What small reads have taken at a node.
   *
   * @param nanos the latest counting most
   * @param leftInARow how many of the latest were left before they were there
   */
  private record Taken(double nanos, int leftInARow) {
    static final Taken NOTHING = new Taken(0, 0);

    Taken and(double more, boolean wasLeft) {
      double now = nanos == 0 ? more : nanos + LATEST_SHARE * (more - nanos);
      return new Taken(now, wasLeft ? Math.min(LEFT_MOST, leftInARow + 1) : 0);
    }
  }

  /**
   * A small read of a node has ended.
   *
   * @param wasLeft after so long, and it would have taken longer: each time that nothing has come
   *     since the last one, twice as long
   */
  synchronized void took(NodeId node, long nanos, boolean wasLeft) {
    Taken before = taken.getOrDefault(node, Taken.NOTHING);
    double now = wasLeft ? (double) (nanos << before.leftInARow()) : nanos;
    taken.put(node, before.and(now, wasLeft));
  }

  /**
   * Whether going around a node pays; as long as too little is known to say, it does.
   *
   * @param others those of which so many are read instead
   * @param count how many
   */
  synchronized boolean pay(NodeId node, Collection<NodeId> others, int count) {
    double sum = 0;
    int known = 0;
    for (NodeId other : others) {
      Taken there = other.equals(node) ? null : taken.get(other);
      if (there != null) {
        sum += there.nanos();
        known++;
      }
    }
    Taken here = taken.get(node);
    if (here == null || known == 0) {
      return true;
    }
    boolean pays = count * sum / known < here.nanos();
    if (pays) {
      taken.put(node, new Taken(here.nanos() * KEPT_SHARE, here.leftInARow()));
    }
    return pays;
  }
}
