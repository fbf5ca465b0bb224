package io.evenkeel.hadoop.read;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.process.OnceOnly;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.hadoop.BlockVersions;
import io.evenkeel.hadoop.lane.LocatedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cuts a file into stripes of k consecutive blocks. */
public final class FileStripes {
  private static final Logger LOG = LoggerFactory.getLogger(FileStripes.class);

  private FileStripes() {}

  /**
   * The stripes of a file whose blocks are all located; empty when it is not one to read by
   * stripes: {@link #plainReason}, or with blocks of unequal lengths (concat, appended blocks), or
   * with blocks that the subblock does not divide. A block without a location has no replicas.
   */
  public static Optional<List<Stripe>> of(LocatedBlocks blocks, CodeSpec code, int subblockBytes) {
    List<LocatedBlock> located = blocks.getLocatedBlocks();
    if (plainReason(blocks).isPresent()) {
      return Optional.empty();
    }
    long blockBytes = located.get(0).getBlockSize();
    List<Stripe> stripes = new ArrayList<>();
    for (int first = 0; first < located.size(); first += code.dataCount()) {
      int end = Math.min(first + code.dataCount(), located.size());
      Optional<Stripe> stripe =
          stripe(
              stripes.size(),
              located.subList(first, end),
              blockBytes,
              blocks.getFileLength(),
              code,
              subblockBytes);
      if (stripe.isEmpty()) {
        return Optional.empty();
      }
      stripes.add(stripe.get());
    }
    boolean whole = stripes.get(stripes.size() - 1).range().end() == blocks.getFileLength();
    return whole ? Optional.of(stripes) : Optional.empty();
  }

  /** Why a file is one to read the stock way, whatever its blocks; empty when it is not. */
  public static Optional<String> plainReason(LocatedBlocks blocks) {
    return plainReason(blocks, false);
  }

  /**
   * The same.
   *
   * @param isStriped whether it is read by block groups
   */
  static Optional<String> plainReason(LocatedBlocks blocks, boolean isStriped) {
    if (blocks.getFileLength() == 0 || blocks.getLocatedBlocks().isEmpty()) {
      return Optional.of("it is empty");
    } else if (blocks.isUnderConstruction() || !blocks.isLastBlockComplete()) {
      return Optional.of("it is being written");
    } else if (!isStriped && blocks.getErasureCodingPolicy() != null) {
      return Optional.of("it is erasure-coded");
    } else if (blocks.getFileEncryptionInfo() != null) {
      return Optional.of("it is encrypted");
    }
    return Optional.empty();
  }

  /**
   * Whether the blocks located so far are as those of a file of equal blocks: else whoever cuts by
   * the first one's length might cut a file into its bytes.
   */
  static boolean mayBeOfEqualBlocks(LocatedBlocks blocks, int subblockBytes) {
    long blockBytes = blocks.get(0).getBlockSize();
    if (blockBytes <= 0) {
      return false;
    }
    if (blockBytes < blocks.getFileLength() && blockBytes % subblockBytes != 0) {
      // Else the first one is odd, as of files that were put together.
      if (blocks.locatedBlockCount() > 1 && blocks.get(1).getBlockSize() == blockBytes) {
        OnceOnly.warn(
            LOG,
            "blocks of %s are no multiple of %s, which is %s"
                .formatted(
                    ByteText.exactly(blockBytes),
                    EvenkeelKeys.SUBBLOCK_BYTES.name(),
                    ByteText.exactly(subblockBytes)),
            "Replicated files are read around no node");
      }
      return false;
    }
    // Each by its own place: there are gaps between blocks that were located at different times. By
    // index: another thread may be adding some.
    for (int i = 0; i < blocks.locatedBlockCount(); i++) {
      LocatedBlock block = blocks.get(i);
      long start = block.getStartOffset();
      long bytes = Math.min(blockBytes, blocks.getFileLength() - start);
      if (start % blockBytes != 0 || block.getBlockSize() != bytes) {
        return false;
      }
    }
    return true;
  }

  /** How much of a file is located from its start on, without a gap. */
  static long locatedBytes(LocatedBlocks blocks) {
    long end = 0;
    for (int i = 0; i < blocks.locatedBlockCount(); i++) {
      LocatedBlock block = blocks.get(i);
      if (block.getStartOffset() > end) {
        break;
      }
      end = block.getStartOffset() + block.getBlockSize();
    }
    return end;
  }

  /**
   * One stripe of a file that is not plain.
   *
   * @param blocks those of the stripe, in order
   * @param blockBytes the length of the file's first block
   * @return empty when its blocks are not where and as long as equal blocks would be
   */
  static Optional<Stripe> stripe(
      int number,
      List<LocatedBlock> blocks,
      long blockBytes,
      long fileLength,
      CodeSpec code,
      int subblockBytes) {
    long offset = (long) number * code.dataCount() * blockBytes;
    for (LocatedBlock block : blocks) {
      long length = BlockVersions.of(block, fileLength).lengthBytes();
      if (block.getStartOffset() != offset
          || length <= 0
          || length != Math.min(blockBytes, fileLength - offset)) {
        return Optional.empty();
      }
      offset += length;
    }
    boolean divides = fileLength <= blockBytes || blockBytes % subblockBytes == 0;
    return divides
        ? Optional.of(stripe(number, blocks, fileLength, code, subblockBytes))
        : Optional.empty();
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
        new StripeGeometry(code, subblockBytes, BlockContents.lengthBytes(versions));
    return new Stripe(
        number, blocks.get(0).getStartOffset(), geometry, BlockContents.of(versions), replicas);
  }
}
