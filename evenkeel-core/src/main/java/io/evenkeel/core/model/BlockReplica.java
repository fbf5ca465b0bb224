package io.evenkeel.core.model;

import java.util.Objects;

/** One replica of a block on a storage node. */
public record BlockReplica(BlockVersion block, NodeId node) implements Source {
  public BlockReplica {
    Objects.requireNonNull(block, "block is null");
    Objects.requireNonNull(node, "node is null");
  }

  @Override
  public SourceKind kind() {
    return SourceKind.STORAGE;
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof BlockReplica that && block.equals(that.block) && node.equals(that.node);
  }

  @Override
  public int hashCode() {
    return 31 * block.hashCode() + node.hashCode();
  }

  @Override
  public String toString() {
    return "blk_" + block.blockId() + "@" + node;
  }
}
