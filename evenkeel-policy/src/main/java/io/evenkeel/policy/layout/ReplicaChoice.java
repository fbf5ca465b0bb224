package io.evenkeel.policy.layout;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses a replica for each block of a stripe. Replicas come nearest first, and the nearest
 * healthy one is the one to read; but when all blocks are read at once, a block whose nearest one
 * is on the same node as an earlier block's is read from another node where its replicas allow: one
 * parity cannot help when two blocks of a stripe sit on one straggler. Blocks that have their
 * nearest node for themselves stay there: a local replica stays local.
 */
final class ReplicaChoice {
  private final List<List<NodeId>> candidates;
  private final Map<NodeId, Integer> takenBy = new HashMap<>();
  private final Set<Integer> staying = new HashSet<>();

  private ReplicaChoice(List<List<NodeId>> candidates) {
    this.candidates = candidates;
  }

  /**
   * The nodes of each block in the order in which to use them: the given one, healthy ones first.
   *
   * @param avoid nodes that are taken only when there is no other
   */
  static List<List<NodeId>> nearest(List<List<NodeId>> replicas, Predicate<NodeId> avoid) {
    List<List<NodeId>> ordered = new ArrayList<>();
    for (List<NodeId> nodes : replicas) {
      List<NodeId> healthyFirst = healthy(nodes, avoid);
      for (NodeId node : nodes) {
        if (avoid.test(node)) {
          healthyFirst.add(node);
        }
      }
      ordered.add(healthyFirst);
    }
    return ordered;
  }

  private static List<NodeId> healthy(List<NodeId> nodes, Predicate<NodeId> avoid) {
    List<NodeId> healthy = new ArrayList<>();
    for (NodeId node : nodes) {
      if (!avoid.test(node)) {
        healthy.add(node);
      }
    }
    return healthy;
  }

  /**
   * As {@link #nearest}, but from distinct nodes where that moves nobody from a node of its own.
   */
  static List<List<NodeId>> distinct(List<List<NodeId>> replicas, Predicate<NodeId> avoid) {
    List<List<NodeId>> ordered = nearest(replicas, avoid);
    List<List<NodeId>> candidates = new ArrayList<>();
    for (List<NodeId> nodes : ordered) {
      candidates.add(healthy(nodes, avoid));
    }
    ReplicaChoice choice = new ReplicaChoice(candidates);
    choice.stayAtNearest();
    for (int block = 0; block < ordered.size(); block++) {
      if (!choice.staying.contains(block)) {
        choice.match(block, new HashSet<>());
      }
    }
    for (Map.Entry<NodeId, Integer> taken : choice.takenBy.entrySet()) {
      ordered.get(taken.getValue()).remove(taken.getKey());
      ordered.get(taken.getValue()).add(0, taken.getKey());
    }
    return ordered;
  }

  private void stayAtNearest() {
    for (int block = 0; block < candidates.size(); block++) {
      List<NodeId> nodes = candidates.get(block);
      if (!nodes.isEmpty() && takenBy.putIfAbsent(nodes.get(0), block) == null) {
        staying.add(block);
      }
    }
  }

  /** An augmenting path to a free node, over blocks that do not stay. */
  private boolean match(int block, Set<NodeId> tried) {
    for (NodeId node : candidates.get(block)) {
      if (tried.add(node)) {
        Integer holder = takenBy.get(node);
        if (holder == null || (!staying.contains(holder) && match(holder, tried))) {
          takenBy.put(node, block);
          return true;
        }
      }
    }
    return false;
  }
}
