package io.evenkeel.client.watch;

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

  /** Counts what comes from a node, packet headers included. */
  public static LongAdder counter(NodeId node) {
    LongAdder known = RECEIVED.get(node);
    if (known != null) {
      return known;
    }
    if (RECEIVED.size() >= NODES_MAX) {
      // Connections go on counting where they do; those made from now on know less of each other.
      RECEIVED.clear();
    }
    LongAdder made = new LongAdder();
    LongAdder other = RECEIVED.putIfAbsent(node, made);
    return other == null ? made : other;
  }
}
