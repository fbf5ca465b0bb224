package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.Map;

/**
 * What is believed of the nodes' queues. Three sources of it: the nodes' own answers ({@link #of}),
 * those of some time ago ({@link LazyQueues}), and these carried on to now ({@link
 * ProjectedQueues}).
 */
@FunctionalInterface
public interface QueueView {
  /** What is believed of a node; {@link NodeQueue#UNREACHABLE} of one that is not known. */
  NodeQueue queue(NodeId node);

  /** Exact: the queues of these nodes, and no other can be reached. */
  static QueueView of(Map<NodeId, NodeQueue> queues) {
    Map<NodeId, NodeQueue> exact = Map.copyOf(queues);
    return node -> exact.getOrDefault(node, NodeQueue.UNREACHABLE);
  }
}
