package io.evenkeel.core.plan;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * What is believed of the nodes when a group is planned.
 *
 * @param lagging nodes that this read has seen lag, or avoids because others wait there
 * @param slowness who is much slower has more of it; of those to avoid that is gone around first
 * @param mayDetour whether more may be read than is wanted to get around a node, as the engine's
 *     budget is
 */
public record PlanContext(
    ClusterView view, Set<NodeId> lagging, ToIntFunction<NodeId> slowness, boolean mayDetour) {
  public PlanContext {
    Objects.requireNonNull(view, "view is null");
    Objects.requireNonNull(slowness, "slowness is null");
    lagging = Set.copyOf(lagging);
  }

  /** Of nodes of which none is known to be slower than another. */
  public PlanContext(ClusterView view, Set<NodeId> lagging, boolean mayDetour) {
    this(view, lagging, node -> 0, mayDetour);
  }

  /** Whether this read should not wait for the node. */
  public boolean avoids(NodeId node) {
    return lagging.contains(node) || view.isSlow(node);
  }

  /** How slow a node is, beside others. */
  public int slowness(NodeId node) {
    return slowness.applyAsInt(node);
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
