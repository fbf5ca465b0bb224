package io.evenkeel.core.plan;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * What is believed of the nodes when a group is planned.
 *
 * @param lagging nodes that this read has seen lag, or avoids because others wait there
 * @param mayDetour whether more may be read than is wanted to get around a node, as the engine's
 *     budget is
 */
public record PlanContext(ClusterView view, Set<NodeId> lagging, boolean mayDetour) {
  public PlanContext {
    Objects.requireNonNull(view, "view is null");
    lagging = Set.copyOf(lagging);
  }

  /** Whether this read should not wait for the node. */
  public boolean avoids(NodeId node) {
    return lagging.contains(node) || view.isSlow(node);
  }

  /** The same of a read that avoids these nodes, too. */
  public PlanContext avoiding(Set<NodeId> nodes) {
    if (nodes.isEmpty()) {
      return this;
    }
    Set<NodeId> all = new HashSet<>(lagging);
    all.addAll(nodes);
    return new PlanContext(view, all, mayDetour);
  }
}
