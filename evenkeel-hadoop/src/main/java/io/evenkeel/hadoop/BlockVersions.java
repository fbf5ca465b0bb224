package io.evenkeel.hadoop;

import io.evenkeel.core.model.BlockVersion;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** What HDFS says of a file's blocks, as content versions. */
public final class BlockVersions {
  private BlockVersions() {}

  /**
   * The version of every located block, in order. Located blocks may be only a part of the file's.
   */
  public static List<BlockVersion> of(LocatedBlocks located) {
    List<BlockVersion> versions = new ArrayList<>();
    for (LocatedBlock block : located.getLocatedBlocks()) {
      versions.add(of(block, located.getFileLength()));
    }
    return versions;
  }

  /**
   * One block's version. Its length is what belongs to a file of {@code fileBytes}: a snapshot
   * lists the live file's last block, which may have grown since.
   */
  public static BlockVersion of(LocatedBlock located, long fileBytes) {
    ExtendedBlock block = located.getBlock();
    long inFile = Math.min(block.getNumBytes(), fileBytes - located.getStartOffset());
    return new BlockVersion(
        block.getBlockPoolId(),
        block.getBlockId(),
        block.getGenerationStamp(),
        Math.max(0, inFile));
  }
}
