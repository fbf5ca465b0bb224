package io.evenkeel.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One stripe of a file: k consecutive blocks of the contiguous layout, or the data blocks of a
 * block group, fewer at the file's end.
 *
 * @param number the stripe's number within the file
 * @param fileOffset where its first byte is in the file
 * @param replicas the nodes that hold each block, best first; a block may have none
 */
public record Stripe(
    int number,
    long fileOffset,
    StripeGeometry geometry,
    ContentVersion version,
    List<List<NodeId>> replicas) {
  public Stripe {
    Objects.requireNonNull(geometry, "geometry is null");
    Objects.requireNonNull(version, "version is null");
    List<List<NodeId>> copies = new ArrayList<>();
    for (List<NodeId> nodes : replicas) {
      copies.add(List.copyOf(nodes));
    }
    replicas = List.copyOf(copies);
    if (replicas.size() != geometry.blockCount()) {
      throw new IllegalArgumentException(
          "stripe " + number + " has " + geometry.blockCount() + " blocks, replicas " + replicas);
    }
  }

  /** The file's bytes in this stripe. */
  public ByteRange range() {
    return ByteRange.of(fileOffset, geometry.lengthBytes());
  }

  /** The file offset of a block of this stripe, in the contiguous layout. */
  public long blockOffset(int index) {
    return fileOffset + index * geometry.blockLengthBytes().get(0);
  }
}
