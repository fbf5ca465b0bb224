package io.evenkeel.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The content of one stripe: its blocks in order. Equal versions hold equal bytes; rename,
 * snapshots and moved replicas leave it as it is, while append, truncate, concat and overwrite of
 * any block make another.
 */
public record StripeVersion(List<BlockVersion> blocks) {
  public StripeVersion {
    blocks = List.copyOf(blocks);
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a stripe holds at least one block");
    }
  }

  /** The bytes of the stripe that belong to the file. */
  public long lengthBytes() {
    long all = 0;
    for (BlockVersion block : blocks) {
      all += block.lengthBytes();
    }
    return all;
  }

  /** The lengths of its blocks, in order. */
  public List<Long> blockLengthBytes() {
    List<Long> lengths = new ArrayList<>();
    for (BlockVersion block : blocks) {
      lengths.add(block.lengthBytes());
    }
    return lengths;
  }

  void requireBlocksOf(StripeGeometry geometry) {
    if (!blockLengthBytes().equals(geometry.blockLengthBytes())) {
      throw new IllegalArgumentException(
          "the version's block lengths "
              + blockLengthBytes()
              + " are not the geometry's "
              + geometry.blockLengthBytes());
    }
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof StripeVersion that && blocks.equals(that.blocks);
  }

  @Override
  public int hashCode() {
    return blocks.hashCode();
  }
}
