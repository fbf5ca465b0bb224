package io.evenkeel.hadoop.lane;

import io.evenkeel.core.model.NodeId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What has come from each DataNode over all connections of this process, which file systems with
 * other settings share. Thread-safe.
 */
public final class NodeBytes {
  private static final int NODES_MAX = 4096;

  private static final Map<NodeId, LongAdder> RECEIVED = new ConcurrentHashMap<>();

  private NodeBytes() {}

  /** All that has come from a node, packet headers included; may begin anew. */
  public static long received(NodeId node) {
    LongAdder known = RECEIVED.get(node);
    return known == null ? 0 : known.sum();
  }

  /** Counts what comes from a node. */
  static LongAdder counter(NodeId node) {
    LongAdder known = RECEIVED.get(node);
    if (known != null) {
      return known;
    }
    if (RECEIVED.size() >= NODES_MAX) {
      RECEIVED.clear();
    }
    return RECEIVED.computeIfAbsent(node, n -> new LongAdder());
  }
}
