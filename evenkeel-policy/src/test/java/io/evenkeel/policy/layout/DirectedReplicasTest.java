package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.policy.scheme.Adaptive;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Two stripes of four blocks of 1 MiB: block b has its replicas on nodes b, b + 1 and b + 2 of
 * eight.
 */
class DirectedReplicasTest {
  private static final int BLOCK = 1 << 20;
  private static final List<Stripe> STRIPES =
      SimulatedFile.stripes(CodeSpec.xor(4), 8L * BLOCK, BLOCK, BLOCK / 4, 8, 3);

  /** At which more waits than at the others. */
  private final Set<NodeId> busy = new HashSet<>();

  private final List<List<NodeId>> asked = new ArrayList<>();
  private boolean mayAvoid = true;

  private final Direction direction =
      new Direction() {
        @Override
        public IndexSet avoided(Request request, ClusterView view) {
          throw new AssertionError("these are no block groups");
        }

        @Override
        public IndexSet avoidedReplicas(List<NodeId> nodes, ClusterView view) {
          asked.add(nodes);
          return IndexSet.range(0, nodes.size()).filter(i -> busy.contains(nodes.get(i)));
        }

        @Override
        public boolean mayAvoidReplicas() {
          return mayAvoid;
        }
      };

  private final ContiguousPlanner planner = planner(8L * BLOCK);

  private ContiguousPlanner planner(long plannedBytes) {
    return new ContiguousPlanner(
        STRIPES,
        ByteRange.of(0, 8L * BLOCK),
        FileTicket::none,
        new Adaptive(),
        direction,
        plannedBytes);
  }

  private static NodeId node(int number) {
    return SimulatedFile.dataNode(number);
  }

  /** Whom all of it is read from, block by block. */
  private List<NodeId> nodes(ContiguousPlanner planner, ClusterView view) {
    PlanContext context = new PlanContext(view, Set.of(), true);
    NodeId[] nodes = new NodeId[8];
    Cursor at = Cursor.START;
    while (planner.plan(at, context) instanceof Step.Group step) {
      for (FragmentRead read : step.group().reads()) {
        if (!read.launch().equals(Launch.NOW)) {
          continue;
        }
        int block = 4 * step.part() + read.index();
        NodeId node = ((BlockReplica) read.source()).node();
        assertThat(nodes[block] == null || nodes[block].equals(node)).isTrue();
        nodes[block] = node;
      }
      at = step.next();
    }
    return List.of(nodes);
  }

  @Test
  void busyReplicas_areLeft_whereAllBlocksAreReadAtOnce() {
    busy.add(node(3));
    assertThat(nodes(planner, ClusterView.unknown()))
        .containsExactly(node(0), node(1), node(2), node(4), node(4), node(5), node(6), node(7));
    assertThat(asked).as("once each block").hasSize(8);
  }

  @Test
  void busyReplicas_areLeft_whereBlocksAreReadOneAfterTheOther() {
    busy.addAll(List.of(node(3), node(4)));
    assertThat(nodes(planner(BLOCK / 4), ClusterView.unknown()))
        .containsExactly(node(0), node(1), node(2), node(5), node(5), node(5), node(6), node(7));
  }

  @Test
  void oneThatIsSlow_isLeftForOneThatIsBusy() {
    busy.add(node(3));
    NodeView slow = new NodeView(node(4), true, "it hangs");
    NodeView alsoSlow = new NodeView(node(5), true, "it hangs");
    assertThat(nodes(planner, ClusterView.of(List.of(slow, alsoSlow), 0)).get(3))
        .isEqualTo(node(3));
  }

  @Test
  void whatARead_hasBegun_itEndsThere() {
    ClusterView view = ClusterView.unknown();
    List<NodeId> first = nodes(planner, view);
    busy.add(node(3));
    assertThat(nodes(planner, view)).isEqualTo(first);
  }

  @Test
  void nobodyIsAsked_whereNothingWaits() {
    mayAvoid = false;
    nodes(planner, ClusterView.unknown());
    assertThat(asked).isEmpty();
  }
}
