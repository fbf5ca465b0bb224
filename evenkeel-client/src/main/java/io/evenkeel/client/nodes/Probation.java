package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Nodes that were slow and have not shown since that they are not: one read at a time goes back to
 * each. Thread-safe; time is the caller's.
 */
final class Probation {
  private static final int REMEMBERED_MAX = 4096;

  /** A probe that has said nothing for so long is taken for lost. */
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** When the next read may try, on the caller's clock; empty for now. */
  private final Map<NodeId, OptionalLong> nodes =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, OptionalLong> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  /** Read without the lock: who misses a node that has just been added is a read too early. */
  private volatile boolean any;

  synchronized void lagged(NodeId node) {
    nodes.put(node, OptionalLong.empty());
    any = true;
  }

  synchronized void passed(NodeId node) {
    nodes.remove(node);
    any = !nodes.isEmpty();
  }

  boolean isAny() {
    return any;
  }

  boolean has(NodeId node) {
    return any && contains(node);
  }

  private synchronized boolean contains(NodeId node) {
    return nodes.containsKey(node);
  }

  /** Grants one read at a time; none where there is nothing to try. */
  boolean tryProbe(NodeId node, long nowNanos) {
    return any && claim(node, nowNanos);
  }

  private synchronized boolean claim(NodeId node, long nowNanos) {
    OptionalLong next = nodes.get(node);
    if (next == null || (next.isPresent() && nowNanos - next.getAsLong() < 0)) {
      return false;
    }
    nodes.put(node, OptionalLong.of(nowNanos + PROBE_NANOS));
    return true;
  }
}
