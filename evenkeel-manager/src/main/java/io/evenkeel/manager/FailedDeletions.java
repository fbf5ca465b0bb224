package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletions that have failed are tried again, ten times at most, while their node is reached:
 * fragments expire, but what is written down of them is kept with the node's whole catalogue, and a
 * manager that comes next finds it beside what is true. What there is no room for is left as it is.
 */
final class FailedDeletions {
  /** Of one node, that wait. */
  static final int PER_NODE_MAX = 4096;

  /** Strikes are taken only while fewer wait: a server that lets nobody strike keeps no bytes. */
  static final int STRIKES_MAX = PER_NODE_MAX / 2;

  private static final class OfNode {
    final Deque<Effect.Delete> waiting = new ArrayDeque<>();
    long notBeforeNanos = Long.MIN_VALUE;
  }

  private final ParityCache cache;
  private final Map<NodeId, OfNode> nodes = new HashMap<>();

  FailedDeletions(ParityCache cache) {
    this.cache = cache;
    cache.accounts.nodes().forEach(node -> nodes.put(node, new OfNode()));
  }

  /** A deletion has failed; its bytes are accounted for. */
  void add(Effect.Delete failed) {
    Deque<Effect.Delete> waiting = nodes.get(failed.node()).waiting;
    int most = failed.keys().isEmpty() ? STRIKES_MAX : PER_NODE_MAX;
    if (failed.mayBeRepeated() && waiting.size() < most) {
      waiting.addLast(failed.again());
    }
  }

  /** Time has passed: tries again, of each node as often as it is asked for its used bytes. */
  void tick(long nowNanos, List<Effect> effects) {
    nodes.forEach(
        (node, of) -> {
          boolean isTime = of.notBeforeNanos == Long.MIN_VALUE || of.notBeforeNanos - nowNanos <= 0;
          if (isTime && !of.waiting.isEmpty() && cache.accounts.isReachable(node)) {
            of.notBeforeNanos = nowNanos + cache.settings.usedBytesEvery().toNanos();
            effects.addAll(of.waiting);
            of.waiting.clear();
          }
        });
  }
}
