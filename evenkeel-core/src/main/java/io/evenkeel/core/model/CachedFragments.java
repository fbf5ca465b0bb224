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

  /** The key of one of the fragments. */
  public FragmentKey key(int substripe) {
    return new FragmentKey(stripe, substripe, index);
  }

  @Override
  public String toString() {
    return stripe + "#" + index + "@" + node;
  }
}
