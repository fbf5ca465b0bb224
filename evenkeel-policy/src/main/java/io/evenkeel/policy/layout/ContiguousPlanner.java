package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.policy.scheme.Scheme;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Plans a range of a file of the contiguous layout, stripe by stripe.
 *
 * <p>Memory decides. Handing out block 0 of a stripe while blocks 1 to k-1 arrive needs room for
 * these; where it fits the reservation the stripe is read <em>wide</em>: substripe by substripe,
 * all its blocks at once. Where not, it is read <em>narrow</em>: block by block, and the others
 * only to get around a node. A wide walk starts at the substripe of the first wanted byte and wraps
 * around, so that what is delivered first is asked first.
 *
 * <p>A group covers whole checksum chunks, so that whatever is decoded can be checked.
 */
public final class ContiguousPlanner implements ReadPlanner {
  private final List<Stripe> stripes;

  /** Of each stripe. */
  private final List<List<BlockVersion>> blocks = new ArrayList<>();

  private final ByteRange range;
  private final Supplier<FileTicket> tickets;
  private final Scheme scheme;
  private final Direction direction;
  private final long plannedBytes;

  /** At whose replicas more waits than at others, by block, once that was asked. */
  private final Map<BlockVersion, Set<NodeId>> busy = new HashMap<>();

  /**
   * @param stripes the stripes that hold {@code range}, in order; at least one, and each of {@link
   *     BlockContents}
   * @param tickets what is known to be published of the file, at any moment
   * @param direction which replicas the read avoids; asked once for each block
   * @param plannedBytes what the read may hold in buffers
   */
  public ContiguousPlanner(
      List<Stripe> stripes,
      ByteRange range,
      Supplier<FileTicket> tickets,
      Scheme scheme,
      Direction direction,
      long plannedBytes) {
    this.stripes = new ArrayList<>();
    this.range = range;
    this.tickets = tickets;
    this.scheme = scheme;
    this.direction = direction;
    this.plannedBytes = plannedBytes;
    long covered = 0;
    for (Stripe stripe : stripes) {
      ByteRange part = stripe.range().intersect(range);
      if (!part.isEmpty()) {
        this.stripes.add(stripe);
        this.blocks.add(BlockContents.blocks(stripe.version()));
        covered += part.lengthBytes();
      }
    }
    if (range.isEmpty() || covered != range.lengthBytes()) {
      throw new IllegalArgumentException(
          "the stripes hold " + covered + " bytes of the range " + range);
    }
  }

  @Override
  public Step plan(Cursor at, PlanContext context) {
    int step = at.step();
    for (int part = at.part(); part < stripes.size(); part++) {
      ContiguousWalk walk = new ContiguousWalk(stripes.get(part), range, plannedBytes);
      for (; step < walk.stepCount(); step++) {
        IndexSet wanted = walk.wanted(step);
        if (!wanted.isEmpty()) {
          ContiguousWays ways = walk.ways(step, wanted, sources(walk, part, wanted, context));
          return new Step.Group(part, group(ways, context), new Cursor(part, step + 1));
        }
      }
      step = 0;
    }
    return new Step.End();
  }

  /** Where each fragment of a stripe can be had, best first. */
  private List<List<Source>> sources(
      ContiguousWalk walk, int part, IndexSet wanted, PlanContext context) {
    Stripe stripe = walk.stripe();
    List<BlockVersion> versions = blocks.get(part);
    List<ReplicaChoice.Block> replicas = new ArrayList<>();
    for (int block = 0; block < versions.size(); block++) {
      List<NodeId> nodes = stripe.replicas().get(block);
      // Of others than are wanted it is too early to say.
      Set<NodeId> busy =
          wanted.contains(block) ? busy(versions.get(block), nodes, context.view()) : Set.of();
      replicas.add(new ReplicaChoice.Block(nodes, busy));
    }
    List<List<NodeId>> nodes =
        walk.readsBlocksAtOnce()
            ? ReplicaChoice.distinct(replicas, context::avoids)
            : ReplicaChoice.nearest(replicas, context::avoids);
    List<List<Source>> sources = new ArrayList<>();
    for (int block = 0; block < nodes.size(); block++) {
      List<Source> of = new ArrayList<>();
      for (NodeId node : nodes.get(block)) {
        of.add(new BlockReplica(versions.get(block), node));
      }
      sources.add(of);
    }
    CodeSpec code = stripe.geometry().code();
    for (int absent = nodes.size(); absent < code.dataCount(); absent++) {
      sources.add(List.of());
    }
    Optional<FragmentTicket> ticket = tickets.get().stripe(stripe.version());
    for (int p = 0; p < code.parityCount(); p++) {
      sources.add(parity(ticket, stripe.geometry(), code.dataCount() + p));
    }
    return sources;
  }

  /**
   * Which replicas of a block are left to others. The same as long as the read lasts: a lane is a
   * stream, and what a read has asked for itself is no reason to go elsewhere.
   */
  private Set<NodeId> busy(BlockVersion block, List<NodeId> nodes, ClusterView view) {
    return busy.computeIfAbsent(block, once -> direction.busyReplicas(nodes, view));
  }

  /** Of what is cached, only the parity: the data comes from where it is stored. */
  private static List<Source> parity(
      Optional<FragmentTicket> ticket, StripeGeometry geometry, int index) {
    // Parity of another code or cut is of no use to this plan.
    if (ticket.isEmpty() || !ticket.get().geometry().equals(geometry)) {
      return List.of();
    }
    return ticket.get().sources(index);
  }

  private FragmentGroup group(ContiguousWays ways, PlanContext context) {
    List<Wanted> wanted = new ArrayList<>();
    for (int index : ways.wanted().toArray()) {
      ByteRange subblock = ContiguousWalk.subblock(ways.stripe(), index, ways.substripe());
      ByteRange file = subblock.intersect(range);
      int skip = (int) (file.start() - subblock.start()) - ways.from();
      wanted.add(new Wanted(index, ways.dataLengthBytes(index), skip, file));
    }
    return new FragmentGroup(
        ErasureCode.of(ways.stripe().geometry().code()),
        ways.from(),
        ways.parityLengthBytes(),
        ways.absent(),
        scheme.reads(ways, context),
        wanted);
  }
}
