package io.evenkeel.core.model;

import java.util.Objects;

/**
 * What a manager has written down on a cache node of a stripe that it has published, for the one
 * that comes after it. Nobody vouches for it.
 *
 * @param claim what it says, at most {@link #CLAIM_BYTES_MAX}; not copied, so it is not to change
 */
public record CatalogueEntry(StripeId stripe, byte[] claim) {
  /** What a claim takes at most: some hundred times what it mostly does. */
  public static final int CLAIM_BYTES_MAX = 64 << 10;

  public CatalogueEntry {
    Objects.requireNonNull(stripe, "stripe is null");
    if (claim.length > CLAIM_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a claim has at most %d bytes, got %d".formatted(CLAIM_BYTES_MAX, claim.length));
    }
  }
}
