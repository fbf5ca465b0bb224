package io.evenkeel.hadoop.lane;

import io.evenkeel.core.model.NodeId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** What connections to DataNodes ask and tell of them. Thread-safe. */
public final class SeenNodes {
  private final Predicate<NodeId> slow;

  /** By node that was ever connected to. */
  private final Map<NodeId, LongAdder> received = new ConcurrentHashMap<>();

  /**
   * @param slow whether a DataNode is known to be slow at this moment
   */
  public SeenNodes(Predicate<NodeId> slow) {
    this.slow = slow;
  }

  boolean isSlow(NodeId node) {
    return slow.test(node);
  }

  /** Counts what comes from a node, packet headers included. */
  LongAdder received(NodeId node) {
    LongAdder known = received.get(node);
    return known != null ? known : received.computeIfAbsent(node, n -> new LongAdder());
  }

  /** All that has come from a node, over all connections. */
  public long receivedBytes(NodeId node) {
    LongAdder known = received.get(node);
    return known == null ? 0 : known.sum();
  }
}
