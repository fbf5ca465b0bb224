package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.policy.scheme.Adaptive;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any erasure-coded file, range and reservation, with other contexts for every group. */
class StripedPlannerProperties {
  private static final int MIB = 1 << 20;

  /** A file to plan, and random contexts. */
  private static final class Case {
    final Random random;
    final List<BlockGroup> groups;
    final ByteRange range;
    final long reservedBytes;
    final CodeSpec code;
    final int cell;
    final int nodes;

    /** Nobody lags. */
    final boolean isCalm;

    Case(long seed) {
      random = new Random(seed);
      isCalm = random.nextInt(3) == 0;
      int k = 1 + random.nextInt(10);
      code = random.nextInt(4) == 0 ? CodeSpec.xor(k) : CodeSpec.rs(k, 1 + random.nextInt(4));
      cell = pick(512, 4096, 64 << 10, 1000, MIB, 3 * MIB, 4 * MIB);
      long row = (long) cell * k;
      long group = row * (1 + random.nextInt(40));
      long length =
          Math.max(1, pick(0, 1, 2) * group + pick(0, 1, 3) * row + pick(0, 1, k - 1) * (long) cell)
              + pick(0, 1, 100);
      nodes = code.totalCount() + random.nextInt(3);
      groups = SimulatedStripedFile.groups(code, length, group, cell, nodes);
      long start = random.nextBoolean() ? 0 : Math.floorMod(random.nextLong(), length);
      long rest = length - start;
      boolean small = random.nextBoolean();
      range =
          ByteRange.of(
              start,
              1 + Math.floorMod(random.nextLong(), small ? Math.min(rest, 2L * cell) : rest));
      reservedBytes = 1 + Math.floorMod(random.nextLong(), 4 * row + 4L * MIB * k);
    }

    int pick(int... of) {
      return of[random.nextInt(of.length)];
    }

    PlanContext context() {
      Set<NodeId> lagging = new HashSet<>();
      for (int n = 0; n < nodes && !isCalm; n++) {
        if (random.nextInt(6) == 0) {
          lagging.add(SimulatedFile.dataNode(n));
        }
      }
      return new PlanContext(ClusterView.unknown(), lagging, random.nextBoolean());
    }

    List<FragmentGroup> plan() {
      StripedPlanner planner =
          new StripedPlanner(
              groups,
              range,
              new Adaptive(),
              Verification.NEVER,
              group -> Optional.empty(),
              Direction.OFF,
              reservedBytes);
      List<FragmentGroup> planned = new ArrayList<>();
      Cursor at = Cursor.START;
      while (planner.plan(at, context()) instanceof Step.Group step) {
        planned.add(step.group());
        at = step.next();
      }
      assertThat(planner.plan(at, context())).isInstanceOf(Step.End.class);
      return planned;
    }

    BlockGroup holder(FragmentGroup group) {
      long at = group.wanted().get(0).file().start();
      return groups.stream().filter(g -> g.range().contains(at)).findFirst().orElseThrow();
    }
  }

  @Property(tries = 1000)
  void groups_deliverEveryByteOnce_theNextOneFirst(@ForAll long seed) {
    Case c = new Case(seed);
    TreeMap<Long, Long> held = new TreeMap<>();
    long next = c.range.start();
    for (FragmentGroup group : c.plan()) {
      boolean first = false;
      for (Wanted wanted : group.wanted()) {
        first |= wanted.file().start() == next;
        assertThat(held.put(wanted.file().start(), wanted.file().end())).isNull();
      }
      assertThat(first).as("a group delivers what is to be delivered next").isTrue();
      while (held.containsKey(next)) {
        next = held.remove(next);
      }
      assertThat(held).as("nothing is held for a group to come").isEmpty();
    }
    assertThat(next).isEqualTo(c.range.end());
  }

  /** Where HDFS has it: StripedBlockUtil.offsetInBlkToOffsetInBG, worked anew from the cell up. */
  @Property(tries = 1000)
  void reads_areOfTheFilesBytes_andOfNoneThatNobodyWants(@ForAll long seed) {
    Case c = new Case(seed);
    int k = c.code.dataCount();
    Map<Source, Long> ends = new HashMap<>();
    for (FragmentGroup group : c.plan()) {
      BlockGroup holder = c.holder(group);
      CellGeometry geometry = holder.geometry();
      for (FragmentRead read : group.reads()) {
        BlockReplica replica = (BlockReplica) read.source();
        assertThat(replica.block()).isEqualTo(holder.blocks().get(read.index()));
        assertThat(read.streamEnd()).isBetween(read.slice().end(), replica.block().lengthBytes());
        assertThat(read.slice().lengthBytes()).isLessThanOrEqualTo(group.lengthBytes());
        if (group.wantedIndexes().contains(read.index())) {
          // Lanes only go forward.
          long before = ends.getOrDefault(read.source(), 0L);
          assertThat(before).isLessThanOrEqualTo(read.slice().offset());
          ends.put(read.source(), read.slice().end());
        }
      }
      Map<Integer, Long> wantedBytes = new HashMap<>();
      for (Wanted wanted : group.wanted()) {
        assertThat(group.absent().contains(wanted.index())).isFalse();
        wantedBytes.merge(wanted.index(), wanted.file().lengthBytes(), Long::sum);
        for (FragmentRead read : group.reads()) {
          if (read.index() == wanted.index()) {
            long inFragment = read.slice().offset() + wanted.skipBytes();
            long cellNumber = inFragment / c.cell * k + wanted.index();
            long inGroup = cellNumber * c.cell + inFragment % c.cell;
            assertThat(holder.fileOffset() + inGroup).isEqualTo(wanted.file().start());
            assertThat(read.slice().lengthBytes()).isEqualTo(wanted.lengthBytes());
          }
        }
      }
      for (Wanted wanted : group.wanted()) {
        assertThat(wantedBytes.get(wanted.index())).isEqualTo(wanted.lengthBytes());
      }
      assertThat(geometry.code()).isEqualTo(group.code().spec());
    }
  }

  /** Whatever is believed of the nodes, there are always k fragments to ask for. */
  @Property(tries = 1000)
  void reads_sufficeForTheGroup_andNowIsNoMoreThanNeeded(@ForAll long seed) {
    Case c = new Case(seed);
    for (FragmentGroup group : c.plan()) {
      IndexSet all = group.absent();
      IndexSet now = group.absent();
      for (FragmentRead read : group.reads()) {
        all = all.with(read.index());
        now = read.launch().equals(Launch.NOW) ? now.with(read.index()) : now;
      }
      assertThat(all.size()).isEqualTo(c.code.totalCount());
      if (c.isCalm) {
        assertThat(now.minus(group.absent())).isEqualTo(group.wantedIndexes());
      }
      assertThat(now.size()).isLessThanOrEqualTo(c.code.dataCount());
    }
  }

  private static List<StripedWalk.Band> bands(int cell, long length, ByteRange part) {
    return StripedWalk.bands(
        new CellGeometry(CodeSpec.rs(3, 2), cell, length), part, true, BandSizes.USUAL);
  }

  @Example
  void rangeInOneCell_isOneBandOfThatCell() {
    assertThat(bands(100, 600, new ByteRange(130, 150)))
        .containsExactly(new StripedWalk.Band(0, 1, 30, 50, IndexSet.of(1)));
  }

  @Example
  void rangeOverTwoCells_isABandOfEach() {
    assertThat(bands(100, 600, new ByteRange(190, 210)))
        .containsExactly(
            new StripedWalk.Band(0, 1, 90, 100, IndexSet.of(1)),
            new StripedWalk.Band(0, 1, 0, 10, IndexSet.of(2)));
  }

  @Example
  void wholeRows_areOneBandAsFarAsCellsAreSmall_andTheShortOneIsOneByItself() {
    assertThat(bands(400_000, 3_000_000, new ByteRange(0, 3_000_000)))
        .containsExactly(
            new StripedWalk.Band(0, 2, 0, 400_000, IndexSet.of(0, 1, 2)),
            new StripedWalk.Band(2, 1, 0, 400_000, IndexSet.of(0, 1)));
  }

  @Example
  void startInTheMiddleOfARow_isABandOfTheRestOfItsCell_andOneOfTheOthers() {
    assertThat(bands(100, 600, new ByteRange(50, 600)))
        .containsExactly(
            new StripedWalk.Band(0, 1, 50, 100, IndexSet.of(0)),
            new StripedWalk.Band(0, 1, 0, 100, IndexSet.of(1, 2)),
            new StripedWalk.Band(1, 1, 0, 100, IndexSet.of(0, 1, 2)));
  }
}
