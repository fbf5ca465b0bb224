package io.evenkeel.client.file;

import io.evenkeel.core.model.NodeId;

/** A block on a DataNode. */
public record ReplicaPlace(long blockId, NodeId node) {
  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaPlace that && blockId == that.blockId && node.equals(that.node);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(blockId) + node.hashCode();
  }
}
