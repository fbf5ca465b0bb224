package io.evenkeel.policy.layout;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.SubblockChecksums;
import java.util.ArrayList;
import java.util.List;

/** The order in which one stripe is read. A step is a substripe of one block, or of all. */
final class ContiguousWalk {
  private static final int GROUPS_IN_FLIGHT_MIN = 2;

  private final Stripe stripe;
  private final StripeGeometry geometry;
  private final ByteRange inStripe;
  private final int firstBlock;
  private final int firstSubstripe;
  private final boolean wide;

  /**
   * @param range what the read wants of the file
   * @param plannedBytes what the read may hold in buffers
   */
  ContiguousWalk(Stripe stripe, ByteRange range, long plannedBytes) {
    this.stripe = stripe;
    this.geometry = stripe.geometry();
    this.inStripe = stripe.range().intersect(range);
    long blockBytes = geometry.blockLengthBytes().get(0);
    long start = inStripe.start() - stripe.fileOffset();
    this.firstBlock = (int) (start / blockBytes);
    this.firstSubstripe = (int) (start % blockBytes / geometry.subblockBytes());
    this.wide = wideBytes(stripe, inStripe) <= plannedBytes;
  }

  Stripe stripe() {
    return stripe;
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

  /**
   * The ways to one step's group.
   *
   * @param wanted as {@link #wanted} answers
   * @param sources of each index of the code, best first
   */
  ContiguousWays ways(int step, IndexSet wanted, List<List<Source>> sources) {
    int substripe = substripe(step);
    int from = geometry.subblockBytes();
    for (int index : wanted.toArray()) {
      ByteRange subblock = subblock(stripe, index, substripe);
      from = Math.min(from, (int) (subblock.intersect(inStripe).start() - subblock.start()));
    }
    int chunk = SubblockChecksums.CHUNK_BYTES;
    return new ContiguousWays(
        stripe,
        sources,
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

  /** The bytes of the file in one subblock. */
  static ByteRange subblock(Stripe stripe, int index, int substripe) {
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
}
