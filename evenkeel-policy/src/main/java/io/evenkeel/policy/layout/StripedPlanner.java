package io.evenkeel.policy.layout;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Verified;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Plans a range of an erasure-coded file, block group by block group and band by band ({@link
 * StripedWalk}): rows wide where a few of them fit the memory, cell by cell where not.
 */
public final class StripedPlanner implements ReadPlanner {
  private final List<Part> parts = new ArrayList<>();
  private final Scheme scheme;
  private final Verification verification;
  private final Function<BlockGroup, Optional<FragmentTicket>> cached;
  private final Direction direction;

  /** What reads of these cells leave to others, once that was asked. */
  private final Map<Cells, IndexSet> busy = new HashMap<>();

  /** What is wanted of a part's rows. */
  private record Cells(int part, IndexSet wanted) {}

  /** What is read of one block group. */
  private record Part(BlockGroup group, List<StripedWalk.Band> bands, long[] reachEnds) {}

  /**
   * @param groups the block groups that hold {@code range}, in order; at least one
   * @param verification which of what is decoded is compared
   * @param cached what is known to be published of a group's parity, at any moment
   * @param direction whom the read avoids; asked once for each block group and set of its cells
   * @param plannedBytes what the read may hold in buffers
   */
  public StripedPlanner(
      List<BlockGroup> groups,
      ByteRange range,
      Scheme scheme,
      Verification verification,
      Function<BlockGroup, Optional<FragmentTicket>> cached,
      Direction direction,
      long plannedBytes) {
    this(groups, range, scheme, verification, cached, direction, plannedBytes, BandSizes.USUAL);
  }

  /**
   * The same where a byte stands for several, as in simulation.
   *
   * @param byteScale for how many
   */
  public StripedPlanner(
      List<BlockGroup> groups,
      ByteRange range,
      Scheme scheme,
      Verification verification,
      Function<BlockGroup, Optional<FragmentTicket>> cached,
      Direction direction,
      long plannedBytes,
      long byteScale) {
    this(
        groups,
        range,
        scheme,
        verification,
        cached,
        direction,
        plannedBytes,
        BandSizes.usual(byteScale));
  }

  /** The same with bands of other sizes. */
  StripedPlanner(
      List<BlockGroup> groups,
      ByteRange range,
      Scheme scheme,
      Verification verification,
      Function<BlockGroup, Optional<FragmentTicket>> cached,
      Direction direction,
      long plannedBytes,
      BandSizes sizes) {
    this.scheme = scheme;
    this.verification = verification;
    this.cached = cached;
    this.direction = direction;
    long covered = 0;
    for (BlockGroup group : groups) {
      ByteRange part = group.range().intersect(range);
      if (!part.isEmpty()) {
        ByteRange own = ByteRange.of(part.start() - group.fileOffset(), part.lengthBytes());
        boolean wide = StripedMemory.wideBytes(group.geometry(), own, sizes) <= plannedBytes;
        List<StripedWalk.Band> bands = StripedWalk.bands(group.geometry(), own, wide, sizes);
        parts.add(new Part(group, bands, reachEnds(group, bands)));
        covered += part.lengthBytes();
      }
    }
    if (range.isEmpty() || covered != range.lengthBytes()) {
      throw new IllegalArgumentException(
          "the block groups hold " + covered + " bytes of the range " + range);
    }
  }

  /** How far the read goes in each fragment: in parity as far as in any. */
  private static long[] reachEnds(BlockGroup group, List<StripedWalk.Band> bands) {
    long[] ends = new long[group.blocks().size()];
    int k = group.geometry().code().dataCount();
    for (StripedWalk.Band band : bands) {
      for (int index : band.wanted().toArray()) {
        int row = band.row() + band.rows() - 1;
        int to = Math.min(band.to(), group.geometry().cellLengthBytes(index, row));
        long end = (long) row * group.geometry().cellBytes() + to;
        ends[index] = Math.max(ends[index], end);
        for (int p = k; p < ends.length; p++) {
          ends[p] = Math.max(ends[p], end);
        }
      }
    }
    return ends;
  }

  @Override
  public Step plan(Cursor at, PlanContext context) {
    if (at.part() == parts.size()) {
      return new Step.End();
    }
    Part part = parts.get(at.part());
    StripedWalk.Band band = part.bands().get(at.step());
    IndexSet left = busy(at.part(), band, context);
    PlanContext directed = context.avoiding(nodes(part.group(), left));
    StripedWays ways =
        new StripedWays(part.group(), band, sources(part, band, directed), part.reachEnds(), left);
    boolean isLast = at.step() == part.bands().size() - 1;
    return new Step.Group(
        at.part(),
        group(ways, directed),
        isLast ? new Cursor(at.part() + 1, 0) : new Cursor(at.part(), at.step() + 1));
  }

  /**
   * The same for all whole rows of a block group, and for all that is read of the same cells: a
   * lane is a stream, and what a read has asked for itself is no reason to go elsewhere.
   */
  private IndexSet busy(int number, StripedWalk.Band band, PlanContext context) {
    return busy.computeIfAbsent(
        new Cells(number, band.wanted()), once -> busy(parts.get(number), band, context));
  }

  private IndexSet busy(Part part, StripedWalk.Band first, PlanContext context) {
    long taskBytes = 0;
    for (StripedWalk.Band band : part.bands()) {
      boolean isAlike = band.wanted().equals(first.wanted());
      taskBytes += isAlike ? (long) band.rows() * (band.to() - band.from()) : 0;
    }
    IndexSet present = StripedWays.present(part.group().geometry(), first);
    Direction.Request asked =
        new Direction.Request(part.group(), first.wanted(), present, Math.max(1, taskBytes));
    return direction.avoided(asked, context.view());
  }

  /**
   * The nodes of data that is left to others, but none that has a fragment which is to be read; and
   * of parity none: what is not used now is there for what becomes slow.
   */
  private static Set<NodeId> nodes(BlockGroup group, IndexSet left) {
    if (left.isEmpty()) {
      return Set.of();
    }
    IndexSet data = IndexSet.range(0, group.geometry().code().dataCount());
    IndexSet all = IndexSet.range(0, group.nodes().size());
    Set<NodeId> nodes = best(group, left.intersect(data));
    nodes.removeAll(best(group, all.minus(left)));
    return nodes;
  }

  private static Set<NodeId> best(BlockGroup group, IndexSet indexes) {
    Set<NodeId> nodes = new HashSet<>();
    for (int index : indexes.toArray()) {
      group.nodes().get(index).stream().findFirst().ifPresent(nodes::add);
    }
    return nodes;
  }

  /**
   * Where each fragment can be had: parity from cache nodes first, which have little to do, and
   * from whoever is to be avoided last.
   */
  private List<List<Source>> sources(Part part, StripedWalk.Band band, PlanContext context) {
    BlockGroup group = part.group();
    Optional<FragmentTicket> ticket =
        CachedGroups.canCheck(group.geometry(), band.row(), band.from(), band.to())
            ? cached.apply(group)
            : Optional.empty();
    List<List<Source>> sources = new ArrayList<>();
    for (int index = 0; index < group.blocks().size(); index++) {
      List<Source> of = new ArrayList<>();
      if (index >= group.geometry().code().dataCount() && ticket.isPresent()) {
        of.addAll(ticket.get().sources(index));
      }
      for (NodeId node : group.nodes().get(index)) {
        of.add(new BlockReplica(group.blocks().get(index), node));
      }
      of.sort(Comparator.comparing(source -> context.avoids(source.node())));
      sources.add(of);
    }
    return sources;
  }

  private FragmentGroup group(StripedWays ways, PlanContext context) {
    boolean verified = verification.includes(ways.group().spreadSeed(), ways.band().number());
    Scheme asking = verified ? new Verified(scheme) : scheme;
    return new FragmentGroup(
        ErasureCode.of(ways.group().geometry().code()),
        ways.band().from(),
        ways.lengthBytes(),
        ways.absent(),
        asking.reads(ways, context),
        ways.wantedParts(),
        verified);
  }
}
