package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.Map;

/**
 * The queues as they were at the last refresh (<i>LMLF Lazy</i>, section 3.1 of Hu et al., SoCC
 * 2017: every node is asked once in T seconds). What has been directed or served since is not seen,
 * so that until the next refresh everybody goes to the same idle nodes: {@link ProjectedQueues}
 * does better at the same price. Not thread-safe.
 */
public final class LazyQueues implements QueueView {
  private Map<NodeId, NodeQueue> refreshed = Map.of();

  /** All nodes have been asked: who is not among them did not answer. */
  public void refresh(Map<NodeId, NodeQueue> queues) {
    refreshed = Map.copyOf(queues);
  }

  @Override
  public NodeQueue queue(NodeId node) {
    return refreshed.getOrDefault(node, NodeQueue.UNREACHABLE);
  }
}
