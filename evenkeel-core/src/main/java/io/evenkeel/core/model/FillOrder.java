package io.evenkeel.core.model;

import java.util.Objects;

/**
 * Parity that is wanted in the cache and that somebody is asked to make: read the stripe, encode
 * it, store and publish the parity. Void when the file no longer has that content.
 *
 * @param path the file's path when it was last read or written
 * @param stripe the stripe's number within the file
 * @param fileOffset where the stripe starts
 * @param reason why it is wanted, for people
 */
public record FillOrder(
    String path,
    int stripe,
    long fileOffset,
    ContentVersion version,
    StripeGeometry geometry,
    String reason) {
  public FillOrder {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(version, "version is null");
    Objects.requireNonNull(geometry, "geometry is null");
    Objects.requireNonNull(reason, "reason is null");
  }
}
