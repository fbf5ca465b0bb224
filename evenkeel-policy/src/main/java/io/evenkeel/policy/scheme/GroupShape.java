package io.evenkeel.policy.scheme;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.port.Slice;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One group of a contiguous stripe, before a scheme decides how to read it: bytes {@code [from,
 * to)} of substripe {@code substripe} of every block.
 *
 * @param nodes the nodes of each block, the chosen one first
 * @param ticket the stripe's published parity, if any
 * @param wanted the blocks that the caller wants
 * @param reachEnds up to which offset of each block the read goes without going back
 */
public record GroupShape(
    Stripe stripe,
    List<List<NodeId>> nodes,
    Optional<ParityTicket> ticket,
    int substripe,
    int from,
    int to,
    IndexSet wanted,
    List<Long> reachEnds) {

  private StripeGeometry geometry() {
    return stripe.geometry();
  }

  /** The length of data fragment {@code index} within this group; 0 when it is absent. */
  int dataLengthBytes(int index) {
    return Math.max(0, Math.min(to, geometry().subblockLengthBytes(index, substripe)) - from);
  }

  /** The length of the parity fragments within this group. */
  int parityLengthBytes() {
    return Math.min(to, geometry().parityLengthBytes(substripe)) - from;
  }

  /** The data indexes that have bytes in this group. */
  IndexSet present() {
    IndexSet present = IndexSet.empty();
    for (int i = 0; i < geometry().blockCount(); i++) {
      present = dataLengthBytes(i) > 0 ? present.with(i) : present;
    }
    return present;
  }

  /** The data indexes that are zeros here. */
  IndexSet absent() {
    return IndexSet.range(0, geometry().code().dataCount()).minus(present());
  }

  private long offset() {
    return (long) substripe * geometry().subblockBytes() + from;
  }

  /** The read of a data fragment from one of its nodes. */
  FragmentRead data(int index, NodeId node, Launch launch) {
    Slice slice = new Slice(substripe, offset(), dataLengthBytes(index));
    BlockReplica replica = new BlockReplica(stripe.version().blocks().get(index), node);
    long end = Math.min(geometry().blockLengthBytes().get(index), reachEnds.get(index));
    return new FragmentRead(index, replica, slice, launch, Math.max(end, slice.end()));
  }

  /** The read of a cached parity fragment; there must be a ticket. */
  FragmentRead parity(int index, Launch launch) {
    ParityTicket published = ticket.orElseThrow();
    int k = geometry().code().dataCount();
    CachedFragments source =
        new CachedFragments(
            published.id(), index, published.geometry(), published.nodes().get(index - k));
    Slice slice = new Slice(substripe, offset(), parityLengthBytes());
    long farthest = Collections.max(reachEnds);
    long end = Math.min(geometry().blockLengthBytes().get(0), farthest);
    return new FragmentRead(index, source, slice, launch, Math.max(end, slice.end()));
  }
}
