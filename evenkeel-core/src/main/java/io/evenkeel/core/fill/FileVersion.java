package io.evenkeel.core.fill;

import io.evenkeel.core.model.BlockVersion;
import java.util.List;

/**
 * The content of a closed file as the file system tells it.
 *
 * @param blocks all of them, in order
 */
public record FileVersion(long lengthBytes, List<BlockVersion> blocks) {
  public FileVersion {
    blocks = List.copyOf(blocks);
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
