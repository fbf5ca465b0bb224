package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes that the manager has lately named as stragglers. Forgotten unless named again, for a
 * manager that is gone withdraws nothing; and never so many that more than half of the known nodes
 * are avoided, for then it is the manager's word that is to be doubted. Thread-safe.
 */
final class ToldStragglers {
  private static final int KNOWN_MAX = 10_000;

  /** Of few nodes a third may be none. */
  private static final int AVOIDED_LEAST = 2;

  /** Few codes have more parity than a third of their blocks; one of few nodes has two. */
  private static final int AVOIDED_PART = 3;

  private final long memoryNanos;
  private final Map<NodeId, Told> told = BoundedMap.byAge(KNOWN_MAX);
  private final Map<NodeId, Boolean> known = BoundedMap.byUse(KNOWN_MAX);

  private record Told(NodeView view, long untilNanos) {}

  ToldStragglers(long memoryNanos) {
    this.memoryNanos = memoryNanos;
  }

  /**
   * Takes an answer of the manager.
   *
   * @param asked the nodes of the stripes that it was asked about
   */
  synchronized void add(Collection<NodeView> views, Collection<NodeId> asked, long nowNanos) {
    asked.forEach(node -> known.put(node, true));
    for (NodeView view : views) {
      if (view.slow()) {
        told.put(view.node(), new Told(view, nowNanos + memoryNanos));
      }
    }
  }

  /**
   * Those to avoid now, the first named first.
   *
   * @param own the nodes that this process avoids by its own experience
   */
  synchronized List<NodeView> now(Collection<NodeView> own, long nowNanos) {
    if (told.isEmpty()) {
      return List.of();
    }
    Set<NodeId> avoided = new HashSet<>();
    own.forEach(view -> avoided.add(view.node()));
    told.values().removeIf(t -> t.untilNanos() - nowNanos <= 0);
    int room = known.size() / 2 - avoided.size();
    List<NodeView> now = new ArrayList<>();
    for (Told t : told.values()) {
      if (now.size() >= room) {
        break;
      }
      if (!avoided.contains(t.view().node())) {
        now.add(t.view());
      }
    }
    return now;
  }

  /** Whether the manager has named a node lately. */
  synchronized boolean isNamed(NodeId node, long nowNanos) {
    Told last = told.get(node);
    return last != null && last.untilNanos() - nowNanos > 0;
  }

  /** A node was read from. */
  synchronized void met(NodeId node) {
    known.put(node, true);
  }

  /**
   * More than so many that this process has found slow are not avoided: what so many have in common
   * is not theirs, as a link between racks.
   */
  synchronized int avoidedMost() {
    return Math.max(AVOIDED_LEAST, known.size() / AVOIDED_PART);
  }
}
