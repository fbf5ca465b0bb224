package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Nodes that were slow and have not shown since that they are not: one read at a time goes back to
 * each, and the next one after twice the time when it finds it slow still. Thread-safe; time is the
 * caller's.
 */
final class Probation {
  private static final int REMEMBERED_MAX = 4096;

  /** A probe that has said nothing for so long is taken for lost. */
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Late small reads may be a hiccup: the first time a node is avoided no longer than this. */
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final long mostNanos;

  /**
   * One node.
   *
   * @param avoidNanos for how long it was avoided last
   * @param nextProbeNanos when it may be tried, on the caller's clock
   */
  private record Doubt(long avoidNanos, long nextProbeNanos) {}

  private final Map<NodeId, Doubt> nodes =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Doubt> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  /** Read without the lock: who misses a node that has just been added is a read too early. */
  private volatile boolean any;

  /**
   * @param mostNanos the longest that a node is avoided between two probes
   */
  Probation(long mostNanos) {
    this.mostNanos = mostNanos;
  }

  /** A large read has found a node slow; answers for how long to avoid it. */
  synchronized long lagged(NodeId node, long nowNanos) {
    return doubt(node, mostNanos, nowNanos);
  }

  /** Small reads have found a node slow; answers for how long to avoid it. */
  synchronized long laggedAtSmall(NodeId node, long nowNanos) {
    Doubt before = nodes.get(node);
    long avoid = before == null ? FIRST_NANOS : 2 * before.avoidNanos();
    return doubt(node, Math.min(mostNanos, avoid), nowNanos);
  }

  private long doubt(NodeId node, long avoidNanos, long nowNanos) {
    nodes.put(node, new Doubt(avoidNanos, nowNanos));
    any = true;
    return avoidNanos;
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
    Doubt doubt = nodes.get(node);
    if (doubt == null || nowNanos - doubt.nextProbeNanos() < 0) {
      return false;
    }
    nodes.put(node, new Doubt(doubt.avoidNanos(), nowNanos + PROBE_NANOS));
    return true;
  }
}
