package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.GroupTracker;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.policy.scheme.Adaptive;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** RS-3-2 in cells of 1 MiB, two block groups of four rows. */
class DirectedPlanTest {
  private static final int CELL = 1 << 20;
  private static final int ROW = 3 * CELL;
  private static final List<BlockGroup> GROUPS =
      SimulatedStripedFile.groups(CodeSpec.parse("rs-3-2"), 8L * ROW, 4L * ROW, CELL, 5);

  private final List<Direction.Request> asked = new ArrayList<>();

  private StripedPlanner planner(List<BlockGroup> groups, IndexSet avoided) {
    return planner(groups, ByteRange.of(0, 8L * ROW), avoided);
  }

  private StripedPlanner planner(List<BlockGroup> groups, ByteRange range, IndexSet avoided) {
    return new StripedPlanner(
        groups,
        range,
        new Adaptive(),
        Verification.NEVER,
        group -> Optional.empty(),
        (request, view) -> {
          asked.add(request);
          return avoided;
        },
        64L << 20);
  }

  private List<FragmentGroup> plan(ByteRange range, IndexSet avoided) {
    StripedPlanner planner = planner(GROUPS, range, avoided);
    PlanContext context = new PlanContext(ClusterView.unknown(), Set.of(), true);
    List<FragmentGroup> planned = new ArrayList<>();
    Cursor at = Cursor.START;
    while (planner.plan(at, context) instanceof Step.Group step) {
      // Planned again, it is the same group.
      Step.Group again = (Step.Group) planner.plan(at, context);
      assertThat(atOnce(again.group())).isEqualTo(atOnce(step.group()));
      planned.add(step.group());
      at = step.next();
    }
    return planned;
  }

  private static IndexSet atOnce(FragmentGroup group) {
    IndexSet now = IndexSet.empty();
    for (FragmentRead read : group.reads()) {
      now = read.launch().equals(Launch.NOW) ? now.with(read.index()) : now;
    }
    return now;
  }

  @Test
  void wholeRows_areReadFromOthers_andAskedForOnceABlockGroup() {
    List<FragmentGroup> groups = plan(ByteRange.of(0, 8L * ROW), IndexSet.of(1, 4));
    assertThat(groups).allMatch(group -> atOnce(group).equals(IndexSet.of(0, 2, 3)));
    assertThat(asked).hasSize(2).allMatch(Direction.Request::isWhole);
    assertThat(asked).extracting(request -> request.group().fileOffset()).doesNotHaveDuplicates();
    assertThat(asked).allMatch(request -> request.taskBytes() == 4L * CELL);
  }

  @Test
  void aPartOfARow_isDecodedFromOthers() {
    List<FragmentGroup> groups = plan(ByteRange.of(CELL + 4096, 65536), IndexSet.of(1, 4));
    assertThat(groups).hasSize(1);
    assertThat(atOnce(groups.get(0))).isEqualTo(IndexSet.of(0, 2, 3));
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).isWhole()).isFalse();
    assertThat(asked.get(0).wanted()).isEqualTo(IndexSet.of(1));
    assertThat(asked.get(0).taskBytes()).isEqualTo(65536);
  }

  /** Parity 7 is of data 3 to 5. */
  @Test
  void aPartOfALocalCodesRow_isDecodedFromItsGroup_alsoWhenLate() {
    CodeSpec code = CodeSpec.parse("lrc-6-2-2");
    List<BlockGroup> groups = SimulatedStripedFile.groups(code, 12L * CELL, 12L * CELL, CELL, 10);
    ByteRange part = ByteRange.of(4L * CELL, 65536);
    PlanContext calm = new PlanContext(ClusterView.unknown(), Set.of(), true);
    IndexSet left = IndexSet.of(0, 1, 2, 4, 6, 8).with(9);
    Step.Group directed = (Step.Group) planner(groups, part, left).plan(Cursor.START, calm);
    assertThat(atOnce(directed.group())).isEqualTo(IndexSet.of(3, 5, 7));
    Step.Group usual =
        (Step.Group) planner(groups, part, IndexSet.empty()).plan(Cursor.START, calm);
    assertThat(atOnce(usual.group())).isEqualTo(IndexSet.of(4));
    GroupTracker tracker = new GroupTracker(usual.group());
    tracker.start();
    assertThat(tracker.late(0, nobody -> false))
        .extracting(read -> tracker.read(read).index())
        .containsExactlyInAnyOrder(3, 5, 7);
  }

  @Test
  void noMoreDataIsLeft_thanThereIsParity() {
    List<FragmentGroup> groups = plan(ByteRange.of(0, ROW), IndexSet.range(0, 3));
    assertThat(atOnce(groups.get(0))).isEqualTo(IndexSet.of(2, 3, 4));
  }

  /** Node 1 becomes slow in the middle of a read that leaves the busy node 0 to others. */
  @Test
  void whatBecomesSlow_isGoneAroundAsWell_asLongAsThereIsParity() {
    StripedPlanner planner = planner(GROUPS, IndexSet.of(0, 4));
    PlanContext calm = new PlanContext(ClusterView.unknown(), Set.of(), true);
    Step.Group first = (Step.Group) planner.plan(Cursor.START, calm);
    assertThat(atOnce(first.group())).isEqualTo(IndexSet.of(1, 2, 3));
    NodeView slow = new NodeView(SimulatedFile.dataNode(1), true, "it hangs");
    PlanContext later = new PlanContext(ClusterView.of(List.of(slow), 30), Set.of(), true);
    Step.Group next = (Step.Group) planner.plan(first.next(), later);
    assertThat(atOnce(next.group())).isEqualTo(IndexSet.of(2, 3, 4));
  }

  /** Blocks 0 to 4 are on nodes 0, 1, 2, 3 and 0. */
  @Test
  void aNodeOfWhichSomethingElseIsRead_isNotAvoided() {
    List<BlockGroup> few =
        SimulatedStripedFile.groups(CodeSpec.parse("rs-3-2"), 8L * ROW, 4L * ROW, CELL, 4);
    PlanContext calm = new PlanContext(ClusterView.unknown(), Set.of(), true);
    StripedPlanner planner = planner(few, IndexSet.of(2, 4));
    assertThat(atOnce(((Step.Group) planner.plan(Cursor.START, calm)).group()))
        .isEqualTo(IndexSet.of(0, 1, 3));
  }
}
