package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Problem (1) to (5) of Hu et al. (SoCC 2017, section 2.3), with a rate of its own for each node.
 *
 * @param queues Q_j and S_j of every node that counts; all others cannot be reached
 * @param demands at most one of a partition
 */
public record DirectionProblem(Map<NodeId, NodeQueue> queues, List<Demand> demands, Norm norm) {
  public DirectionProblem {
    Objects.requireNonNull(norm, "norm is null");
    queues = Collections.unmodifiableMap(new LinkedHashMap<>(queues));
    demands = List.copyOf(demands);
    Set<Long> partitions = new HashSet<>();
    for (Demand demand : demands) {
      if (!partitions.add(demand.partition().id())) {
        throw new IllegalArgumentException(
            "partition " + demand.partition().id() + " has two demands");
      }
    }
  }
}
