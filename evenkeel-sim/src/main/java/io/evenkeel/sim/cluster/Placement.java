package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.sim.chance.Shuffle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Deals blocks to distinct nodes from shuffled decks of all nodes, so that each node gets as many
 * as any other, or one more.
 */
public final class Placement {
  private final List<NodeId> nodes;
  private final SplittableRandom random;
  private final Deque<NodeId> deck = new ArrayDeque<>();

  private Placement(SplittableRandom random, List<NodeId> nodes) {
    this.nodes = List.copyOf(nodes);
    this.random = random;
  }

  public Placement(List<SimulatedNode> nodes, SplittableRandom random) {
    this(random, nodes.stream().map(SimulatedNode::id).toList());
  }

  /** On nodes of which nothing is known but their names. */
  public static Placement of(List<NodeId> nodes, SplittableRandom random) {
    return new Placement(random, nodes);
  }

  /** So many distinct nodes; an error when there are not so many. */
  public List<NodeId> next(int count) {
    if (count > nodes.size()) {
      throw new IllegalArgumentException(
          count + " blocks need as many nodes, and there are " + nodes.size());
    }
    List<NodeId> dealt = new ArrayList<>();
    List<NodeId> again = new ArrayList<>();
    while (dealt.size() < count) {
      if (deck.isEmpty()) {
        for (int i : Shuffle.permutation(nodes.size(), random)) {
          deck.addLast(nodes.get(i));
        }
      }
      NodeId node = deck.removeFirst();
      (dealt.contains(node) ? again : dealt).add(node);
    }
    again.forEach(deck::addFirst);
    return dealt;
  }
}
