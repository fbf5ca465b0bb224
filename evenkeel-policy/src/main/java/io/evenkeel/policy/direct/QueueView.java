package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.Map;

/**
 * What is believed of the nodes' queues: what nodes have answered, now or some time ago ({@link
 * #of}), or such answers carried on to now ({@link ProjectedQueues}).
 */
@FunctionalInterface
public interface QueueView {
  /** What is believed of a node; {@link NodeQueue#UNREACHABLE} of one that is not known. */
  NodeQueue queue(NodeId node);

  /** As these nodes answered; no other can be reached. */
  static QueueView of(Map<NodeId, NodeQueue> queues) {
    Map<NodeId, NodeQueue> answered = Map.copyOf(queues);
    return node -> answered.getOrDefault(node, NodeQueue.UNREACHABLE);
  }
}
