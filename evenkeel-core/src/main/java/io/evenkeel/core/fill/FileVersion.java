package io.evenkeel.core.fill;

import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a closed file as the file system tells it.
 *
 * @param path where it is now
 * @param blocks all of them that hold data, stripe by stripe
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

  /** Whether these are the data blocks of a file of this length that is cut so. */
  boolean isCutInto(Cut cut, long fileBytes) {
    List<Long> lengths = new ArrayList<>();
    for (long rest = fileBytes; rest > 0; rest -= cut.stripeBytes()) {
      lengths.addAll(cut.geometry(Math.min(rest, cut.stripeBytes())).blockLengthBytes());
    }
    return lengthBytes == fileBytes && lengths.equals(BlockContents.lengthBytes(blocks));
  }
}
