package io.evenkeel.core.model;

import java.util.Objects;

/**
 * A stripe of a file, and which file: what the manager goes by when it decides whether to cache the
 * parity, and has it made.
 *
 * @param path the file's path now; where to find the content, and no part of what it is
 */
public record PlacedStripe(String path, Stripe stripe) {
  public PlacedStripe {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(stripe, "stripe is null");
  }

  public ContentVersion version() {
    return stripe.version();
  }

  public StripeGeometry geometry() {
    return stripe.geometry();
  }
}
