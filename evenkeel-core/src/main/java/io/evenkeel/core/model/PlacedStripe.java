package io.evenkeel.core.model;

import java.util.Objects;
import java.util.Optional;

/**
 * A stripe of a file, and which file: what the manager goes by when it decides whether to cache the
 * parity, and has it made.
 *
 * @param path the file's path now; where to find the content, and no part of what it is
 * @param fileBytes how long the file is, where that is known to whoever says it
 */
public record PlacedStripe(String path, Stripe stripe, Optional<Long> fileBytes) {
  public PlacedStripe {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(stripe, "stripe is null");
    Objects.requireNonNull(fileBytes, "fileBytes is null");
  }

  /** Of a file whose length is not known. */
  public PlacedStripe(String path, Stripe stripe) {
    this(path, stripe, Optional.empty());
  }

  public ContentVersion version() {
    return stripe.version();
  }

  public StripeGeometry geometry() {
    return stripe.geometry();
  }
}
