package io.evenkeel.core.model;

import java.util.Objects;

/**
 * The fragments of one index of one encoded stripe on a cache node, substripe by substripe.
 *
 * @param geometry the encoded stripe's geometry: what is read back must match it
 */
public record CachedFragments(StripeId stripe, int index, StripeGeometry geometry, NodeId node)
    implements Source {
  public CachedFragments {
    Objects.requireNonNull(stripe, "stripe is null");
    Objects.requireNonNull(geometry, "geometry is null");
    Objects.requireNonNull(node, "node is null");
  }

  /** How long one of the fragments is. */
  public int lengthBytes(int substripe) {
    return index < geometry.code().dataCount()
        ? geometry.subblockLengthBytes(index, substripe)
        : geometry.parityLengthBytes(substripe);
  }

  /** The key of one of the fragments. */
  public FragmentKey key(int substripe) {
    return new FragmentKey(stripe, substripe, index);
  }

  @Override
  public SourceKind kind() {
    return SourceKind.CACHE;
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof CachedFragments that
        && index == that.index
        && stripe.equals(that.stripe)
        && geometry.equals(that.geometry)
        && node.equals(that.node);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * stripe.hashCode() + index) + node.hashCode();
  }

  @Override
  public String toString() {
    return stripe + "#" + index + "@" + node;
  }
}
