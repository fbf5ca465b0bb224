package io.evenkeel.core.plan;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import java.util.List;
import java.util.Objects;

/**
 * The smallest thing that completes: fragments of which some sets suffice, by the code's rule.
 *
 * @param code which sets of arrivals suffice, and how the rest is decoded
 * @param proofOffset where this group's bytes start in the subblock or the cell whose checksums
 *     prove them, a multiple of the checksum chunk where a source keeps proofs; where in its
 *     fragment each read starts its slice says
 * @param lengthBytes the length of the group's longest fragment; shorter ones are zero-extended
 * @param absent indexes beyond the end of the file: zeros that have arrived already
 * @param reads every way to get a fragment, in order of preference
 * @param wanted what the caller wants, in any order
 * @param isVerified whether what is decoded is compared with one fragment more than it takes, as
 *     long as one that was asked for is in time
 */
public record FragmentGroup(
    ErasureCode code,
    int proofOffset,
    int lengthBytes,
    IndexSet absent,
    List<FragmentRead> reads,
    List<Wanted> wanted,
    boolean isVerified) {
  public FragmentGroup {
    Objects.requireNonNull(code, "code is null");
    Objects.requireNonNull(absent, "absent is null");
    reads = List.copyOf(reads);
    wanted = List.copyOf(wanted);
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("a group delivers at least one fragment");
    }
    for (FragmentRead read : reads) {
      if (read.index() >= code.totalCount() || absent.contains(read.index())) {
        throw new IllegalArgumentException(
            "no read of index " + read.index() + " belongs in a group of " + code.spec());
      }
    }
  }

  /** One of which what is decoded is compared with no other fragment. */
  public FragmentGroup(
      ErasureCode code,
      int proofOffset,
      int lengthBytes,
      IndexSet absent,
      List<FragmentRead> reads,
      List<Wanted> wanted) {
    this(code, proofOffset, lengthBytes, absent, reads, wanted, false);
  }

  /** The indexes that the caller wants. */
  public IndexSet wantedIndexes() {
    IndexSet indexes = IndexSet.empty();
    for (Wanted fragment : wanted) {
      indexes = indexes.with(fragment.index());
    }
    return indexes;
  }
}
