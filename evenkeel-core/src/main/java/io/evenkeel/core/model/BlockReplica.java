package io.evenkeel.core.model;

import java.util.Objects;

/** One replica of a block on a storage node. */
public record BlockReplica(BlockVersion block, NodeId node) implements Source {
  public BlockReplica {
    Objects.requireNonNull(block, "block is null");
    Objects.requireNonNull(node, "node is null");
  }

  @Override
  public String toString() {
    return "blk_" + block.blockId() + "@" + node;
  }
}
