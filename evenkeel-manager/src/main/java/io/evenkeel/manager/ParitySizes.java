package io.evenkeel.manager;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.StripeGeometry;

/** What parity takes of the cache. */
final class ParitySizes {
  /** More than any cache has, and can be added up. */
  private static final double BYTES_MAX = 1L << 61;

  private final FragmentSizes fragments;
  private final StripeCodec codec;

  ParitySizes(FragmentSizes fragments, StripeCodec codec) {
    this.fragments = fragments;
    this.codec = codec;
  }

  /** What one index of a stripe's parity takes of a node. */
  long ofIndex(StripeGeometry geometry) {
    return fragments.ofIndex(geometry);
  }

  /** All parity of a stripe. */
  long of(StripeGeometry geometry) {
    return ofIndex(geometry) * geometry.code().parityCount();
  }

  /** All parity of a stripe. */
  long of(KnownStripe stripe) {
    return of(codec.geometry(stripe));
  }

  /** All parity of a file of so many bytes in whole stripes that are coded like this one. */
  long ofFile(KnownStripe like, long fileBytes) {
    return ofFile(codec.geometry(like), fileBytes);
  }

  /** All parity of a file of so many bytes in whole stripes that are coded like this one. */
  long ofFile(StripeGeometry like, long fileBytes) {
    CodeSpec code = like.code();
    long blockBytes = -Math.floorDiv(-fileBytes, (long) code.dataCount());
    long count = -Math.floorDiv(-blockBytes, (long) like.subblockBytes());
    double bytes =
        (double) count
            * code.parityCount()
            * fragments.allocatedBytes(like.subblockBytes(), code.dataCount());
    return (long) Math.min(bytes, BYTES_MAX);
  }
}
