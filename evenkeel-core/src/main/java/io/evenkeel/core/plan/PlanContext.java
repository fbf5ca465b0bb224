package io.evenkeel.core.plan;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What is believed of the nodes when a group is planned.
 *
 * @param lagging nodes that this read has seen lag, or avoids because others wait there
 * @param slowness of nodes to avoid how slow each is beside the others, more for slower ones: where
 *     not all can be gone around the slowest are
 * @param mayDetour whether more may be read than is wanted to get around a node, as the engine's
 *     budget is
 */
public record PlanContext(
    ClusterView view, Set<NodeId> lagging, Map<NodeId, Integer> slowness, boolean mayDetour) {
  public PlanContext {
    Objects.requireNonNull(view, "view is null");
    lagging = Set.copyOf(lagging);
    slowness = Map.copyOf(slowness);
  }

  /** Of nodes of which none is known to be slower than another. */
  public PlanContext(ClusterView view, Set<NodeId> lagging, boolean mayDetour) {
    this(view, lagging, Map.of(), mayDetour);
  }

  /** Whether this read should not wait for the node. */
  public boolean avoids(NodeId node) {
    return lagging.contains(node) || view.isSlow(node);
  }

  /** How slow a node is beside others; 0 where that is not known. */
  public int slowness(NodeId node) {
    return slowness.getOrDefault(node, 0);
  }

  /** The same of a read that avoids these nodes, too. */
  public PlanContext avoiding(Set<NodeId> nodes) {
    if (nodes.isEmpty()) {
      return this;
    }
    Set<NodeId> all = new HashSet<>(lagging);
    all.addAll(nodes);
    return new PlanContext(view, all, slowness, mayDetour);
  }
}
