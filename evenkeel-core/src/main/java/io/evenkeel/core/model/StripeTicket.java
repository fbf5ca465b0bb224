package io.evenkeel.core.model;

import java.util.Objects;

/** What is cached of one stripe of a file, and of exactly which content of it. */
public record StripeTicket(ContentVersion version, FragmentTicket fragments) {
  public StripeTicket {
    Objects.requireNonNull(version, "version is null");
    Objects.requireNonNull(fragments, "fragments is null");
  }
}
