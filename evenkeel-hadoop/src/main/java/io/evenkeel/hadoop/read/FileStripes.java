package io.evenkeel.hadoop.read;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeVersion;
import io.evenkeel.hadoop.BlockVersions;
import io.evenkeel.hadoop.lane.LocatedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Cuts an opened file into stripes of k consecutive blocks. */
public final class FileStripes {
  private FileStripes() {}

  /**
   * The stripes of a file; empty when it is not one to read by stripes: empty, under construction,
   * erasure-coded, encrypted, with blocks of unequal lengths (concat, appended blocks), or with
   * blocks that the subblock does not divide. A block without a location has no replicas.
   */
  public static Optional<List<Stripe>> of(LocatedBlocks blocks, CodeSpec code, int subblockBytes) {
    List<LocatedBlock> located = blocks.getLocatedBlocks();
    boolean plain =
        blocks.getFileLength() == 0
            || located.isEmpty()
            || blocks.isUnderConstruction()
            || !blocks.isLastBlockComplete()
            || blocks.getErasureCodingPolicy() != null
            || blocks.getFileEncryptionInfo() != null;
    if (plain || !isRegular(blocks, subblockBytes)) {
      return Optional.empty();
    }
    List<Stripe> stripes = new ArrayList<>();
    for (int first = 0; first < located.size(); first += code.dataCount()) {
      int end = Math.min(first + code.dataCount(), located.size());
      stripes.add(
          stripe(
              stripes.size(),
              located.subList(first, end),
              blocks.getFileLength(),
              code,
              subblockBytes));
    }
    return Optional.of(stripes);
  }

  private static boolean isRegular(LocatedBlocks blocks, int subblockBytes) {
    List<LocatedBlock> located = blocks.getLocatedBlocks();
    long blockBytes = located.get(0).getBlockSize();
    long offset = 0;
    for (int i = 0; i < located.size(); i++) {
      LocatedBlock block = located.get(i);
      boolean last = i == located.size() - 1;
      long length = BlockVersions.of(block, blocks.getFileLength()).lengthBytes();
      if (block.getStartOffset() != offset
          || length <= 0
          || length > blockBytes
          || (!last && length != blockBytes)) {
        return false;
      }
      offset += length;
    }
    return offset == blocks.getFileLength()
        && (located.size() == 1 || blockBytes % subblockBytes == 0);
  }

  private static Stripe stripe(
      int number, List<LocatedBlock> blocks, long fileLength, CodeSpec code, int subblockBytes) {
    List<BlockVersion> versions = new ArrayList<>();
    List<List<NodeId>> replicas = new ArrayList<>();
    for (LocatedBlock block : blocks) {
      versions.add(BlockVersions.of(block, fileLength));
      replicas.add(LocatedFile.nodesOf(block));
    }
    StripeGeometry geometry =
        new StripeGeometry(
            code, subblockBytes, versions.stream().map(BlockVersion::lengthBytes).toList());
    return new Stripe(
        number, blocks.get(0).getStartOffset(), geometry, new StripeVersion(versions), replicas);
  }
}
