package io.evenkeel.core.fill;

import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import java.util.List;

/**
 * The content of a closed file as the file system tells it.
 *
 * @param path where it is now
 * @param blocks all of them, in order
 * @param replicas the nodes that hold each block
 */
public record FileVersion(
    String path, long lengthBytes, List<BlockVersion> blocks, List<List<NodeId>> replicas) {
  public FileVersion {
    blocks = List.copyOf(blocks);
    replicas = List.copyOf(replicas);
    if (blocks.size() != replicas.size()) {
      throw new IllegalArgumentException(
          "%d blocks have replicas of %d".formatted(blocks.size(), replicas.size()));
    }
  }

  /** Whether all blocks are full but the last, and make up a file of this length. */
  boolean isCutInto(long blockBytes, long fileBytes) {
    long rest = fileBytes;
    for (BlockVersion block : blocks) {
      if (rest <= 0 || block.lengthBytes() != Math.min(blockBytes, rest)) {
        return false;
      }
      rest -= block.lengthBytes();
    }
    return rest == 0 && lengthBytes == fileBytes;
  }
}
