package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ReplicaChoiceProperties {
  /** At none of which anything waits. */
  private static List<ReplicaChoice.Block> idle(List<List<NodeId>> replicas) {
    return replicas.stream().map(nodes -> new ReplicaChoice.Block(nodes, Set.of())).toList();
  }

  private static NodeId node(int number) {
    return SimulatedFile.dataNode(number);
  }

  @Property(tries = 2000)
  void distinct_usesAsManyHealthyNodesAsAnyCouldThatMovesNobody(@ForAll long seed) {
    Random random = new Random(seed);
    int nodes = 1 + random.nextInt(6);
    Set<NodeId> avoided = new HashSet<>();
    for (int n = 0; n < nodes; n++) {
      if (random.nextInt(4) == 0) {
        avoided.add(node(n));
      }
    }
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int block = random.nextInt(6); block >= 0; block--) {
      List<NodeId> all = new ArrayList<>();
      for (int n = 0; n < nodes; n++) {
        all.add(node(n));
      }
      Collections.shuffle(all, random);
      replicas.add(List.copyOf(all.subList(0, random.nextInt(Math.min(4, nodes + 1)))));
    }
    List<List<NodeId>> chosen = ReplicaChoice.distinct(idle(replicas), avoided::contains);
    List<List<NodeId>> nearest = ReplicaChoice.nearest(idle(replicas), avoided::contains);
    List<List<NodeId>> allowed = new ArrayList<>();
    Set<NodeId> nearestOfOthers = new HashSet<>();
    Set<NodeId> used = new HashSet<>();
    for (int block = 0; block < replicas.size(); block++) {
      List<NodeId> first = nearest.get(block).stream().limit(1).toList();
      boolean stays = first.stream().noneMatch(avoided::contains) && nearestOfOthers.addAll(first);
      allowed.add(stays ? first : replicas.get(block));
      if (stays) {
        assertThat(chosen.get(block)).isEqualTo(nearest.get(block));
      }
      List<NodeId> order = chosen.get(block);
      assertThat(order).containsExactlyInAnyOrderElementsOf(replicas.get(block));
      long healthy = order.stream().filter(n -> !avoided.contains(n)).count();
      assertThat(order.stream().limit(healthy).noneMatch(avoided::contains)).isTrue();
      if (healthy > 0) {
        used.add(order.get(0));
      }
    }
    assertThat(used).hasSize(most(allowed, avoided, 0, new HashSet<>()));
  }

  private static int most(
      List<List<NodeId>> replicas, Set<NodeId> avoided, int block, Set<NodeId> used) {
    if (block == replicas.size()) {
      return used.size();
    }
    int most = most(replicas, avoided, block + 1, used);
    for (NodeId node : replicas.get(block)) {
      if (!avoided.contains(node) && used.add(node)) {
        most = Math.max(most, most(replicas, avoided, block + 1, used));
        used.remove(node);
      }
    }
    return most;
  }

  @Example
  void firstBlock_staysWhereItIsNearest() {
    List<List<NodeId>> chosen =
        ReplicaChoice.distinct(
            idle(List.of(List.of(node(0), node(1)), List.of(node(0)))), n -> false);
    assertThat(chosen).containsExactly(List.of(node(0), node(1)), List.of(node(0)));
  }

  @Example
  void blocksAllLocal_areSpreadButForTheFirst() {
    List<List<NodeId>> chosen =
        ReplicaChoice.distinct(
            idle(
                List.of(
                    List.of(node(0), node(1)),
                    List.of(node(0), node(2)),
                    List.of(node(0), node(3)))),
            n -> false);
    assertThat(chosen).extracting(order -> order.get(0)).containsExactly(node(0), node(2), node(3));
  }

  @Example
  void nearest_isTheGivenOrderWhoeverElseReadsThere() {
    List<List<NodeId>> local =
        List.of(List.of(node(0), node(1)), List.of(node(0), node(2)), List.of(node(0), node(3)));
    assertThat(ReplicaChoice.nearest(idle(local), n -> false)).isEqualTo(local);
    assertThat(ReplicaChoice.nearest(idle(local), node(0)::equals))
        .extracting(order -> order.get(0))
        .containsExactly(node(1), node(2), node(3));
  }

  @Example
  void nodesToAvoid_comeLastAndAreTakenWhenThereIsNoOther() {
    List<List<NodeId>> chosen =
        ReplicaChoice.distinct(
            idle(List.of(List.of(node(0), node(1)), List.of(node(0)))), node(0)::equals);
    assertThat(chosen).containsExactly(List.of(node(1), node(0)), List.of(node(0)));
  }

  /** Block 0 leaves its node for that of block 1, which stays. */
  @Example
  void whoIsDirected_takesNobodysNearestNode() {
    ReplicaChoice.Block leaves =
        new ReplicaChoice.Block(List.of(node(0), node(1)), Set.of(node(0)));
    ReplicaChoice.Block stays = new ReplicaChoice.Block(List.of(node(1), node(0)), Set.of());
    assertThat(ReplicaChoice.distinct(List.of(leaves, stays), n -> false))
        .containsExactly(List.of(node(1), node(0)), List.of(node(1), node(0)));
  }

  @Example
  void busyNodes_areTakenBeforeSlowOnes() {
    ReplicaChoice.Block block =
        new ReplicaChoice.Block(List.of(node(0), node(1), node(2)), Set.of(node(0), node(1)));
    assertThat(ReplicaChoice.nearest(List.of(block), node(1)::equals))
        .containsExactly(List.of(node(2), node(0), node(1)));
  }
}
