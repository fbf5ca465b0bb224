package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.Map;
import java.util.Objects;

/**
 * Partition i of Hu et al. (SoCC 2017, section 2.1): one data fragment of a coding group, and where
 * the fragments of that group are.
 *
 * @param id of the partition, in {@link DirectionTable}s
 * @param sets C_i: from which others it can be decoded; of them it is {@code wanted()}
 * @param nodes by index, s(i) that of the wanted one; what is not there cannot be read
 */
public record CodedPartition(long id, RecoverySets sets, Map<Integer, NodeId> nodes) {
  public CodedPartition {
    Objects.requireNonNull(sets, "sets is null");
    nodes = Map.copyOf(nodes);
  }

  /** The index of the partition's fragment in its group. */
  public int wanted() {
    return sets.wanted();
  }

  /** What is believed of the node that has a fragment. */
  public NodeQueue queue(int index, QueueView queues) {
    NodeId node = nodes.get(index);
    return node == null ? NodeQueue.UNREACHABLE : queues.queue(node);
  }

  /** Whether all that an option reads can be had. */
  boolean isReachable(ReadOption option, QueueView queues) {
    return option.indexes().filter(i -> !queue(i, queues).isReachable()).isEmpty();
  }
}
