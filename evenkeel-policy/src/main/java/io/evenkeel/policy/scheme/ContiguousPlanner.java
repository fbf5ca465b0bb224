package io.evenkeel.policy.scheme;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlan;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
  private static final int GROUPS_IN_FLIGHT_MIN = 2;

  private final List<Stripe> stripes;
  private final ByteRange range;
  private final Scheme scheme;
  private final long reservedBytes;

  /**
   * @param stripes the stripes that hold {@code range}, in order; at least one
   * @param reservedBytes what the read may hold in buffers
   */
  public ContiguousPlanner(
      List<Stripe> stripes, ByteRange range, Scheme scheme, long reservedBytes) {
    this.stripes = new ArrayList<>();
    this.range = range;
    this.scheme = scheme;
    this.reservedBytes = reservedBytes;
    long covered = 0;
    for (Stripe stripe : stripes) {
      ByteRange part = stripe.range().intersect(range);
      if (!part.isEmpty()) {
        this.stripes.add(stripe);
        covered += part.lengthBytes();
      }
    }
    if (range.isEmpty() || covered != range.lengthBytes()) {
      throw new IllegalArgumentException(
          "the stripes hold " + covered + " bytes of the range " + range);
    }
  }

  @Override
  public ReadPlan plan(ReadPlan.Cursor cursor, int maxGroups, PlanContext context) {
    Stripe stripe = stripes.get(cursor.stripe());
    Walk walk = new Walk(stripe);
    List<List<NodeId>> nodes =
        walk.readsBlocksAtOnce()
            ? ReplicaChoice.distinct(stripe.replicas(), context::avoids)
            : ReplicaChoice.nearest(stripe.replicas(), context::avoids);
    Optional<ParityTicket> ticket = context.ticket().stripe(stripe.version());
    if (ticket.isPresent() && !fits(ticket.get(), stripe.geometry())) {
      ticket = Optional.empty();
    }
    List<FragmentGroup> groups = new ArrayList<>();
    int step = cursor.step();
    for (; step < walk.stepCount() && groups.size() < maxGroups; step++) {
      IndexSet wanted = walk.wanted(step);
      if (!wanted.isEmpty()) {
        groups.add(group(walk.shape(step, wanted, nodes, ticket), context));
      }
    }
    return new ReadPlan(groups, next(cursor, step, walk));
  }

  private ReadPlan.Cursor next(ReadPlan.Cursor cursor, int step, Walk walk) {
    if (step < walk.stepCount()) {
      return new ReadPlan.Cursor(cursor.stripe(), step);
    }
    int following = cursor.stripe() + 1;
    return following < stripes.size() ? new ReadPlan.Cursor(following, 0) : null;
  }

  /** Parity of another code or cut is of no use to this plan. */
  private static boolean fits(ParityTicket ticket, StripeGeometry geometry) {
    return ticket.geometry().equals(geometry);
  }

  private FragmentGroup group(GroupShape shape, PlanContext context) {
    List<Wanted> wanted = new ArrayList<>();
    for (int index : shape.wanted().toArray()) {
      ByteRange file = fileRange(shape, index);
      long start =
          shape.stripe().blockOffset(index)
              + (long) shape.substripe() * shape.stripe().geometry().subblockBytes()
              + shape.from();
      wanted.add(
          new Wanted(index, shape.dataLengthBytes(index), (int) (file.start() - start), file));
    }
    return new FragmentGroup(
        ErasureCode.of(shape.stripe().geometry().code()),
        shape.from(),
        shape.parityLengthBytes(),
        shape.absent(),
        scheme.reads(shape, context),
        wanted);
  }

  private ByteRange fileRange(GroupShape shape, int index) {
    return subblock(shape.stripe(), index, shape.substripe()).intersect(range);
  }

  private static ByteRange subblock(Stripe stripe, int index, int substripe) {
    StripeGeometry geometry = stripe.geometry();
    long start = stripe.blockOffset(index) + (long) substripe * geometry.subblockBytes();
    return ByteRange.of(start, geometry.subblockLengthBytes(index, substripe));
  }

  /**
   * What reading a part of a stripe wide holds: the blocks after the first one, and two groups
   * under way; 0 when the part lies within one block.
   */
  static long wideBytes(Stripe stripe, ByteRange part) {
    StripeGeometry geometry = stripe.geometry();
    long blockBytes = geometry.blockLengthBytes().get(0);
    int firstBlock = (int) ((part.start() - stripe.fileOffset()) / blockBytes);
    long inFirstBlock =
        ByteRange.of(stripe.blockOffset(firstBlock), blockBytes).intersect(part).lengthBytes();
    long later = part.lengthBytes() - inFirstBlock;
    long inFlight =
        (long) GROUPS_IN_FLIGHT_MIN * geometry.code().totalCount() * geometry.subblockBytes();
    return later == 0 ? 0 : later + inFlight;
  }

  /** The order in which one stripe is read. A step is a substripe of one block, or of all. */
  private final class Walk {
    private final Stripe stripe;
    private final StripeGeometry geometry;
    private final ByteRange inStripe;
    private final int firstBlock;
    private final int firstSubstripe;
    private final boolean wide;

    Walk(Stripe stripe) {
      this.stripe = stripe;
      this.geometry = stripe.geometry();
      this.inStripe = stripe.range().intersect(range);
      long blockBytes = geometry.blockLengthBytes().get(0);
      long start = inStripe.start() - stripe.fileOffset();
      this.firstBlock = (int) (start / blockBytes);
      this.firstSubstripe = (int) (start % blockBytes / geometry.subblockBytes());
      this.wide = wideBytes(stripe, inStripe) <= reservedBytes;
    }

    /** Whether bytes of several blocks are on their way at the same time. */
    boolean readsBlocksAtOnce() {
      return wide && wideBytes(stripe, inStripe) > 0;
    }

    int stepCount() {
      int substripes = geometry.substripeCount();
      return wide ? substripes : substripes * (geometry.blockCount() - firstBlock);
    }

    private int substripe(int step) {
      int substripes = geometry.substripeCount();
      return wide ? (firstSubstripe + step) % substripes : step % substripes;
    }

    /** The blocks that this step delivers bytes of. */
    IndexSet wanted(int step) {
      if (!wide) {
        int block = firstBlock + step / geometry.substripeCount();
        return touches(block, substripe(step)) ? IndexSet.of(block) : IndexSet.empty();
      }
      return touching(substripe(step));
    }

    private IndexSet touching(int substripe) {
      IndexSet touching = IndexSet.empty();
      for (int i = 0; i < geometry.blockCount(); i++) {
        touching = touches(i, substripe) ? touching.with(i) : touching;
      }
      return touching;
    }

    private boolean touches(int block, int substripe) {
      return !subblock(stripe, block, substripe).intersect(inStripe).isEmpty();
    }

    GroupShape shape(
        int step, IndexSet wanted, List<List<NodeId>> nodes, Optional<ParityTicket> ticket) {
      int substripe = substripe(step);
      int from = geometry.subblockBytes();
      for (int index : wanted.toArray()) {
        ByteRange subblock = subblock(stripe, index, substripe);
        from = Math.min(from, (int) (subblock.intersect(inStripe).start() - subblock.start()));
      }
      int chunk = SubblockChecksums.CHUNK_BYTES;
      return new GroupShape(
          stripe,
          nodes,
          ticket,
          substripe,
          from / chunk * chunk,
          to(substripe, wanted),
          wanted,
          reachEnds(step, wanted));
    }

    /** Where a group that delivers these blocks ends in its subblocks: after a whole chunk. */
    private int to(int substripe, IndexSet wanted) {
      int to = 0;
      for (int index : wanted.toArray()) {
        ByteRange subblock = subblock(stripe, index, substripe);
        to = Math.max(to, (int) (subblock.intersect(inStripe).end() - subblock.start()));
      }
      int chunk = SubblockChecksums.CHUNK_BYTES;
      return Math.min((to + chunk - 1) / chunk * chunk, geometry.parityLengthBytes(substripe));
    }

    /**
     * How far the read goes in each block from here on without going back: a wide walk goes back to
     * the front once, a narrow one with every block.
     */
    private List<Long> reachEnds(int step, IndexSet wanted) {
      boolean wrapped = wide && substripe(step) < firstSubstripe;
      long end = wrapped ? (long) firstSubstripe * geometry.subblockBytes() : Long.MAX_VALUE;
      long farthest = 0;
      for (int i = 0; i < geometry.blockCount(); i++) {
        farthest = wide || wanted.contains(i) ? Math.max(farthest, reachEnd(i)) : farthest;
      }
      List<Long> ends = new ArrayList<>();
      for (int i = 0; i < geometry.blockCount(); i++) {
        ends.add(Math.min(end, wanted.contains(i) ? reachEnd(i) : farthest));
      }
      return ends;
    }

    /** Where in a block the last group that delivers bytes of it ends. */
    private long reachEnd(int index) {
      long offset = stripe.blockOffset(index);
      long length = geometry.blockLengthBytes().get(index);
      ByteRange part = ByteRange.of(offset, length).intersect(inStripe);
      if (part.isEmpty()) {
        return 0;
      }
      int substripe = (int) ((part.end() - 1 - offset) / geometry.subblockBytes());
      IndexSet wanted = wide ? touching(substripe) : IndexSet.of(index);
      long start = (long) substripe * geometry.subblockBytes();
      return Math.min(length, start + to(substripe, wanted));
    }
  }
}
