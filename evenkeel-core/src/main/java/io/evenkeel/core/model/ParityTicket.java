package io.evenkeel.core.model;

import java.util.List;
import java.util.Objects;

/**
 * Leave to read one stripe's cached parity: what was published, for exactly which content, and
 * where.
 *
 * @param nodes the cache node of each parity index k..k+m-1, in order
 */
public record ParityTicket(
    StripeId id, StripeVersion version, StripeGeometry geometry, List<NodeId> nodes) {
  public ParityTicket {
    Objects.requireNonNull(id, "id is null");
    Objects.requireNonNull(version, "version is null");
    Objects.requireNonNull(geometry, "geometry is null");
    nodes = List.copyOf(nodes);
    if (nodes.size() != geometry.code().parityCount()) {
      throw new IllegalArgumentException(
          "a ticket of " + geometry.code() + " names one cache node per parity, got " + nodes);
    }
    requireSameBlocks(version, geometry);
  }

  static void requireSameBlocks(StripeVersion version, StripeGeometry geometry) {
    if (!version.blockLengthBytes().equals(geometry.blockLengthBytes())) {
      throw new IllegalArgumentException(
          "the version's block lengths "
              + version.blockLengthBytes()
              + " are not the geometry's "
              + geometry.blockLengthBytes());
    }
  }
}
