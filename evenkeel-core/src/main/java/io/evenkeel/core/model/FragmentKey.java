package io.evenkeel.core.model;

import java.util.Objects;

/**
 * The key of one cached fragment.
 *
 * @param substripe which subblock of each of the stripe's blocks, from 0
 * @param index the fragment's index in the code: data 0..k-1, parity k..k+m-1
 */
public record FragmentKey(StripeId stripe, int substripe, int index) {
  public FragmentKey {
    Objects.requireNonNull(stripe, "stripe is null");
    if (substripe < 0 || index < 0 || index > 254) {
      throw new IllegalArgumentException(
          "a fragment key needs substripe >= 0 and index in [0, 254], got substripe "
              + substripe
              + ", index "
              + index);
    }
  }

  @Override
  public String toString() {
    return stripe + "/" + substripe + "/" + index;
  }
}
