package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The parity of a block group on a cache node, beside the stored one. */
class CachedGroupsTest {
  private static final long MILLI = 1_000_000;
  private static final int CELL = 1 << 20;
  private static final int PARITY = 4;
  private static final NodeId CACHE = new NodeId("cache:6379");

  /** A group of two rows, and one of a cell and a short one. */
  private final SimulatedStripedFile file =
      new SimulatedStripedFile(7, CodeSpec.rs(4, 1), 9 * CELL + 12_345, 8 * CELL, CELL, 7);

  private FileTicket ticket() {
    List<StripeTicket> tickets = new ArrayList<>();
    for (BlockGroup group : file.groups()) {
      Stripe stripe = CachedGroups.stripe(group, group.spreadSeed()).orElseThrow();
      tickets.add(
          new StripeTicket(
              stripe.version(),
              FragmentTicket.ofParity(
                  SimulatedFile.stripeId(stripe.number()), stripe.geometry(), List.of(CACHE))));
    }
    return FileTicket.none().with(tickets);
  }

  private StripedPlanner planner(ByteRange range, String scheme, FileTicket ticket) {
    return new StripedPlanner(
        file.groups(),
        range,
        Schemes.named(scheme),
        Verification.SAMPLE,
        group ->
            CachedGroups.ticket(
                CachedGroups.stripe(group, group.spreadSeed()).orElseThrow(), ticket),
        Direction.OFF,
        64 << 20);
  }

  private List<SourceKind> parityKinds(ByteRange range) {
    PlanContext context = new PlanContext(ClusterView.unknown(), Set.of(), true);
    Step.Group step =
        (Step.Group) planner(range, "adaptive", ticket()).plan(new Cursor(0, 0), context);
    List<SourceKind> kinds = new ArrayList<>();
    for (FragmentRead read : step.group().reads()) {
      if (read.index() == PARITY) {
        kinds.add(read.source().kind());
      }
    }
    return kinds;
  }

  @Test
  void aGroupsDataIsAStripe() {
    Stripe stripe = CachedGroups.stripe(file.groups().get(1), 1).orElseThrow();
    assertThat(stripe.fileOffset()).isEqualTo(8L * CELL);
    assertThat(stripe.geometry().blockLengthBytes()).containsExactly((long) CELL, 12_345L);
    assertThat(stripe.geometry().subblockBytes()).isEqualTo(CELL);
    assertThat(stripe.range()).isEqualTo(file.groups().get(1).range());
    assertThat(BlockContents.blocks(stripe.version()))
        .extracting(BlockVersion::blockId)
        .containsExactly(16L, 17L);
  }

  @Test
  void ofOneParityAndLargeCells() {
    assertThat(CachedGroups.mayCache(CodeSpec.rs(10, 1), CELL)).isTrue();
    assertThat(CachedGroups.mayCache(CodeSpec.xor(2), 8 * CELL)).isTrue();
    assertThat(CachedGroups.mayCache(CodeSpec.rs(6, 3), CELL)).isFalse();
    assertThat(CachedGroups.mayCache(CodeSpec.rs(4, 1), CELL / 2)).isFalse();
    assertThat(CachedGroups.mayCache(CodeSpec.rs(4, 1), 9 * CELL)).isFalse();
  }

  @Test
  void theCachedOneIsAskedBeforeTheStoredOne() {
    assertThat(parityKinds(new ByteRange(0, 4 * CELL)))
        .containsExactly(SourceKind.CACHE, SourceKind.STORAGE);
  }

  @Test
  void aLateCacheNode_leavesTheWayByTheStoredParity() {
    NodeView slow = new NodeView(SimulatedFile.dataNode(1), true, "");
    PlanContext context = new PlanContext(ClusterView.of(List.of(slow), 0), Set.of(CACHE), true);
    ByteRange row = new ByteRange(0, 4 * CELL);
    Step.Group step =
        (Step.Group) planner(row, "adaptive", ticket()).plan(new Cursor(0, 0), context);
    List<String> now = new ArrayList<>();
    for (FragmentRead read : step.group().reads()) {
      if (read.launch().equals(Launch.NOW)) {
        now.add(read.index() + " " + read.source().kind());
      }
    }
    assertThat(now).containsExactlyInAnyOrder("0 STORAGE", "2 STORAGE", "3 STORAGE", "4 STORAGE");
  }

  @Test
  void eagerly_onlyWhatIsCachedIsAsked() {
    SimulatedStripedFile wide =
        new SimulatedStripedFile(7, CodeSpec.rs(6, 3), 6 * CELL, 6 * CELL, CELL, 9);
    ByteRange row = new ByteRange(0, 6 * CELL);
    StripedPlanner planner =
        new StripedPlanner(
            wide.groups(),
            row,
            Schemes.named("pocache"),
            Verification.NEVER,
            group -> Optional.empty(),
            Direction.OFF,
            64 << 20);
    PlanContext context = new PlanContext(ClusterView.unknown(), Set.of(), true);
    Step.Group step = (Step.Group) planner.plan(new Cursor(0, 0), context);
    assertThat(step.group().reads().stream().filter(r -> r.launch().equals(Launch.NOW)))
        .as("stored parity costs a DataNode as much as data")
        .hasSize(6);
  }

  @Test
  void onlyWholeChunksOfItCanBeChecked() {
    assertThat(parityKinds(new ByteRange(8192, 65_536))).contains(SourceKind.CACHE);
    assertThat(parityKinds(new ByteRange(8192, CELL))).contains(SourceKind.CACHE);
    assertThat(parityKinds(new ByteRange(8193, 65_536))).containsExactly(SourceKind.STORAGE);
    assertThat(parityKinds(new ByteRange(8192, 65_535))).containsExactly(SourceKind.STORAGE);
  }

  @Test
  void parityOfAnotherCut_isOfNoUse() {
    Stripe stripe = CachedGroups.stripe(file.groups().get(0), 0).orElseThrow();
    SimulatedStripedFile other =
        new SimulatedStripedFile(7, CodeSpec.rs(4, 1), 8 * CELL - 1, 8 * CELL, CELL, 7);
    Stripe shorter = CachedGroups.stripe(other.groups().get(0), 0).orElseThrow();
    FileTicket wrong =
        FileTicket.none()
            .with(
                List.of(
                    new StripeTicket(
                        stripe.version(),
                        FragmentTicket.ofParity(
                            SimulatedFile.stripeId(0), shorter.geometry(), List.of(CACHE)))));
    PlanContext context = new PlanContext(ClusterView.unknown(), Set.of(), true);
    Step.Group step =
        (Step.Group)
            planner(new ByteRange(0, CELL), "adaptive", wrong).plan(new Cursor(0, 0), context);
    assertThat(step.group().reads()).noneMatch(r -> r.source().kind() == SourceKind.CACHE);
  }

  private ReadTrial.Outcome read(String scheme, Set<NodeId> refusing) {
    ByteRange range = new ByteRange(0, file.bytes().length);
    ReadRequest request =
        new ReadRequest(
            range,
            planner(range, scheme, ticket()),
            Knowledge.SETTLED,
            ClusterView::unknown,
            ReadLimits.defaults());
    ReadTrial trial =
        new ReadTrial(
            1,
            file,
            new BufferPool(256 << 20, 1 << 20),
            source ->
                refusing.contains(source.node())
                    ? LaneBehaviour.steady().refuses()
                    : LaneBehaviour.steady());
    return trial.read(request, ReadTrial.Calls.EAGER, 600_000 * MILLI);
  }

  /** Block 1 of group 0 and its parity; those of group 1 are one node further. */
  @Test
  void whereTheStoredParityIsGoneToo_theCachedOneDoes() {
    for (String scheme : List.of("adaptive", "pocache")) {
      Set<NodeId> two = Set.of(SimulatedFile.dataNode(1), SimulatedFile.dataNode(4));
      assertThat(read(scheme, two).plain()).as(scheme).isEmpty();
    }
  }

  @Test
  void whereTheCacheIsGone_theStoredOneDoes() {
    for (String scheme : List.of("adaptive", "pocache")) {
      Set<NodeId> two = Set.of(SimulatedFile.dataNode(1), CACHE);
      assertThat(read(scheme, two).plain()).as(scheme).isEmpty();
    }
  }

  @Test
  void twoSourcesOfOneIndex_areNeverTwoOfTheK() {
    // Two blocks of group 0: neither parity makes two of one.
    Set<NodeId> two = Set.of(SimulatedFile.dataNode(2), SimulatedFile.dataNode(3));
    assertThat(read("pocache", two).plain()).isNotEmpty();
  }

  /** The last row is a short cell of 12,345 bytes after a full one. */
  @Test
  void cachedParity_isCheckedByWholeChunks_andToTheEndOfARow() {
    CellGeometry cells = file.groups().get(1).geometry();
    assertThat(CachedGroups.canCheck(cells, 0, 8192, 16_384)).isTrue();
    assertThat(CachedGroups.canCheck(cells, 0, 8191, 16_384)).isFalse();
    assertThat(CachedGroups.canCheck(cells, 0, 8192, 16_383)).isFalse();
    assertThat(CachedGroups.canCheck(cells, 0, 8192, CELL)).isTrue();
    assertThat(CachedGroups.canCheck(cells, 0, 0, 12_345)).as("the other cell is longer").isFalse();
  }
}
