package io.evenkeel.policy.scheme;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses a replica for each block of a stripe so that, where replicas allow, the blocks come from
 * distinct nodes: one parity cannot help when two blocks of a stripe sit on one straggler. A
 * maximum bipartite matching by augmenting paths, earlier replicas preferred.
 */
final class ReplicaChoice {
  private final List<List<NodeId>> candidates;
  private final Map<NodeId, Integer> takenBy = new HashMap<>();

  private ReplicaChoice(List<List<NodeId>> candidates) {
    this.candidates = candidates;
  }

  /**
   * The nodes of each block in the order in which to use them, the chosen one first.
   *
   * @param avoid nodes that are taken only when there is no other
   */
  static List<List<NodeId>> choose(List<List<NodeId>> replicas, Predicate<NodeId> avoid) {
    List<List<NodeId>> ordered = new ArrayList<>();
    for (List<NodeId> nodes : replicas) {
      List<NodeId> healthyFirst = new ArrayList<>(nodes.stream().filter(avoid.negate()).toList());
      nodes.stream().filter(avoid).forEach(healthyFirst::add);
      ordered.add(healthyFirst);
    }
    ReplicaChoice healthy =
        new ReplicaChoice(
            ordered.stream().map(n -> n.stream().filter(avoid.negate()).toList()).toList());
    for (int block = 0; block < ordered.size(); block++) {
      healthy.match(block, new HashSet<>());
    }
    healthy.takenBy.forEach(
        (node, block) -> {
          ordered.get(block).remove(node);
          ordered.get(block).add(0, node);
        });
    return ordered;
  }

  private boolean match(int block, Set<NodeId> tried) {
    for (NodeId node : candidates.get(block)) {
      if (tried.add(node)) {
        Integer holder = takenBy.get(node);
        if (holder == null || match(holder, tried)) {
          takenBy.put(node, block);
          return true;
        }
      }
    }
    return false;
  }
}
