package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Whether going around a slow node pays for a read of a part of a stripe, which costs several times
 * its bytes. Where all nodes have too much to do, whoever goes around one waits for k others, and
 * makes all of them wait for longer. So by marginal load, as reads are directed: what small reads
 * take at the node, against what they take at k others together; a slow node may be left for twice
 * that, for it keeps one waiting, and the others only work. Thread-safe; no clock.
 */
final class Detours {
  private static final int NODES_REMEMBERED_MAX = 4096;
  private static final double LATEST_SHARE = 0.1;

  /** How many times the load of the read that it saves a detour may be. */
  private static final double WORTH = 1;

  /** What was left had waited for so long, and would have for longer. */
  private static final double LEFT_FACTOR = 1;

  private static final int USUAL_EVERY = 32;

  /** What small reads have taken at each node, the latest counting most. */
  private final Map<NodeId, Double> taken = BoundedMap.byUse(NODES_REMEMBERED_MAX);

  private double usualNanos;
  private int sinceUsual;

  /**
   * A small read of a node has ended.
   *
   * @param wasLeft before it was there
   */
  synchronized void took(NodeId node, long nanos, boolean wasLeft) {
    double now = wasLeft ? LEFT_FACTOR * nanos : nanos;
    Double before = taken.get(node);
    taken.put(node, before == null ? now : before + LATEST_SHARE * (now - before));
    sinceUsual++;
  }

  /**
   * Whether going around a node pays; as long as too little is known to say, it does.
   *
   * @param others how many others are read instead
   * @param isSlow who is: none of these is among them
   */
  synchronized boolean pay(NodeId node, int others, Predicate<NodeId> isSlow) {
    Double there = taken.get(node);
    return there == null || others * usualNanos(isSlow) < WORTH * there;
  }

  /** What small reads take in the mean at nodes that are not slow; 0 while there is none. */
  private double usualNanos(Predicate<NodeId> isSlow) {
    if (sinceUsual >= USUAL_EVERY) {
      sinceUsual = 0;
      usualNanos =
          taken.entrySet().stream()
              .filter(each -> !isSlow.test(each.getKey()))
              .mapToDouble(Map.Entry::getValue)
              .average()
              .orElse(0);
    }
    return usualNanos;
  }
}
