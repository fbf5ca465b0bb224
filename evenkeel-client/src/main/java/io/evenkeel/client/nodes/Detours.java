package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Whether going around a slow node pays for a read of a part of a row, which costs several times
 * its bytes. Where all nodes have too much to do, whoever goes around one waits for k others, and
 * makes all of them wait for longer. So a detour pays where what small reads take at k other nodes
 * together is less than what they take at this one. Thread-safe; no clock.
 */
final class Detours {
  private static final int NODES_REMEMBERED_MAX = 4096;
  private static final double LATEST_SHARE = 0.1;
  private static final int USUAL_EVERY = 32;

  /** What small reads have taken at each node, the latest counting most. */
  private final Map<NodeId, Double> taken = BoundedMap.byUse(NODES_REMEMBERED_MAX);

  private double usualNanos;
  private int sinceUsual;

  /** A small read of a node has ended, or was left after so long. */
  synchronized void took(NodeId node, long nanos) {
    taken.merge(node, (double) nanos, (before, now) -> before + LATEST_SHARE * (now - before));
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
    return there == null || others * usualNanos(isSlow) < there;
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
