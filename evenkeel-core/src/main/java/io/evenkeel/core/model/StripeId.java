package io.evenkeel.core.model;

import java.util.Objects;

/** One encoded stripe: the encoding's epoch and the stripe's number within its file. */
public record StripeId(Epoch epoch, int stripe) {
  public StripeId {
    Objects.requireNonNull(epoch, "epoch is null");
    if (stripe < 0) {
      throw new IllegalArgumentException("a stripe's number must be >= 0, got " + stripe);
    }
  }

  /**
   * What {@link #toString} has written.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static StripeId parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("a stripe is named epoch/number, got '" + text + "'");
    }
    StripeId id =
        new StripeId(
            new Epoch(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    if (!id.toString().equals(text)) {
      throw new IllegalArgumentException("stripe " + id + " has one name, got '" + text + "'");
    }
    return id;
  }

  @Override
  public String toString() {
    return epoch + "/" + stripe;
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof StripeId that && stripe == that.stripe && epoch.equals(that.epoch);
  }

  @Override
  public int hashCode() {
    return 31 * epoch.hashCode() + stripe;
  }
}
