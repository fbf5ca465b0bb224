package io.evenkeel.policy.layout;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.scheme.Ways;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The ways to one group of a contiguous stripe: bytes {@code [from, to)} of substripe {@code
 * substripe} of every block.
 *
 * @param sources of each index of the code, best first
 * @param wanted the blocks that the caller wants
 * @param reachEnds up to which offset of each block the read goes without going back
 */
record ContiguousWays(
    Stripe stripe,
    List<List<Source>> sources,
    int substripe,
    int from,
    int to,
    IndexSet wanted,
    List<Long> reachEnds)
    implements Ways {

  private StripeGeometry geometry() {
    return stripe.geometry();
  }

  private int dataCount() {
    return geometry().code().dataCount();
  }

  /** The length of data fragment {@code index} within this group; 0 when it is absent. */
  int dataLengthBytes(int index) {
    return Math.max(0, Math.min(to, geometry().subblockLengthBytes(index, substripe)) - from);
  }

  /** The length of the parity fragments within this group. */
  int parityLengthBytes() {
    return Math.min(to, geometry().parityLengthBytes(substripe)) - from;
  }

  @Override
  public IndexSet present() {
    IndexSet present = IndexSet.empty();
    for (int i = 0; i < geometry().blockCount(); i++) {
      present = dataLengthBytes(i) > 0 ? present.with(i) : present;
    }
    return present;
  }

  /** The data indexes that are zeros here. */
  IndexSet absent() {
    return IndexSet.range(0, dataCount()).minus(present());
  }

  @Override
  public List<Integer> parity() {
    List<Integer> parity = new ArrayList<>();
    for (int i = dataCount(); i < sources.size(); i++) {
      if (!sources.get(i).isEmpty()) {
        parity.add(i);
      }
    }
    return parity;
  }

  @Override
  public ErasureCode code() {
    return ErasureCode.of(geometry().code());
  }

  @Override
  public List<Source> sources(int index) {
    return sources.get(index);
  }

  @Override
  public FragmentRead read(int index, Source source, Launch launch) {
    boolean isData = index < dataCount();
    long offset = (long) substripe * geometry().subblockBytes() + from;
    int length = isData ? dataLengthBytes(index) : parityLengthBytes();
    Slice slice = new Slice(substripe, offset, length);
    // A parity is as long as the first block, and needed as far as any block is.
    long reach = isData ? reachEnds.get(index) : Collections.max(reachEnds);
    long end = Math.min(geometry().blockLengthBytes().get(isData ? index : 0), reach);
    return new FragmentRead(index, source, slice, launch, Math.max(end, slice.end()));
  }
}
