package io.evenkeel.policy.layout;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Chooses a replica for each block of a stripe. Replicas come nearest first, and the nearest
 * healthy one at which not more waits than elsewhere is the one to read; but when all blocks are
 * read at once, a block whose nearest one is on the same node as an earlier block's is read from
 * another node where its replicas allow: one parity cannot help when two blocks of a stripe sit on
 * one straggler. Blocks that have their nearest node for themselves stay there: a local replica
 * stays local.
 */
final class ReplicaChoice {
  private final List<List<NodeId>> candidates;
  private final Map<NodeId, Integer> takenBy = new HashMap<>();
  private final Set<Integer> staying = new HashSet<>();

  private ReplicaChoice(List<List<NodeId>> candidates) {
    this.candidates = candidates;
  }

  /**
   * A block's replicas.
   *
   * @param nodes nearest first
   * @param busy those of them at which more waits than at others: taken when these are slow
   */
  record Block(List<NodeId> nodes, Set<NodeId> busy) {
    private List<NodeId> candidates(Predicate<NodeId> avoid) {
      return filtered(node -> !avoid.test(node) && !busy.contains(node));
    }

    /** Whether its nearest node is left because of what waits there. */
    private boolean isDirected(Predicate<NodeId> avoid) {
      return nodes.stream().filter(avoid.negate()).findFirst().filter(busy::contains).isPresent();
    }

    private List<NodeId> filtered(Predicate<NodeId> keep) {
      List<NodeId> kept = new ArrayList<>();
      for (NodeId node : nodes) {
        if (keep.test(node)) {
          kept.add(node);
        }
      }
      return kept;
    }
  }

  /**
   * The nodes of each block in the order in which to use them: the given one, but busy ones behind
   * the others, and those to avoid last.
   *
   * @param avoid nodes that are taken only when there is no other
   */
  static List<List<NodeId>> nearest(List<Block> blocks, Predicate<NodeId> avoid) {
    List<List<NodeId>> ordered = new ArrayList<>();
    for (Block block : blocks) {
      List<NodeId> nodes = block.candidates(avoid);
      nodes.addAll(block.filtered(node -> !avoid.test(node) && block.busy().contains(node)));
      nodes.addAll(block.filtered(avoid));
      ordered.add(nodes);
    }
    return ordered;
  }

  /**
   * As {@link #nearest}, but from distinct nodes where that moves nobody from a node of its own.
   */
  static List<List<NodeId>> distinct(List<Block> blocks, Predicate<NodeId> avoid) {
    List<List<NodeId>> ordered = nearest(blocks, avoid);
    ReplicaChoice choice =
        new ReplicaChoice(blocks.stream().map(block -> block.candidates(avoid)).toList());
    // Who leaves its nearest node takes no other block's.
    choice.stay(block -> !blocks.get(block).isDirected(avoid));
    choice.stay(block -> true);
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

  private void stay(IntPredicate mayStay) {
    for (int block = 0; block < candidates.size(); block++) {
      List<NodeId> nodes = candidates.get(block);
      if (mayStay.test(block)
          && !staying.contains(block)
          && !nodes.isEmpty()
          && takenBy.putIfAbsent(nodes.get(0), block) == null) {
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
