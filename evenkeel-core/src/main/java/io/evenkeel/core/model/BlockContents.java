package io.evenkeel.core.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The content of some consecutive blocks of a file as a {@link ContentVersion}: rename, snapshots
 * and moved replicas leave it as it is, while append, truncate, concat and overwrite of any block
 * make another. The space is the block pool; the id is ids, generation stamps and lengths, each as
 * the difference to the block before.
 */
public final class BlockContents {
  private BlockContents() {}

  /**
   * The version of these blocks.
   *
   * @throws IllegalArgumentException for no block, or blocks of several pools
   */
  public static ContentVersion of(List<BlockVersion> blocks) {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a content is of at least one block");
    }
    String pool = blocks.get(0).poolId();
    Packed packed = new Packed();
    long id = 0;
    long stamp = 0;
    long length = 0;
    for (BlockVersion block : blocks) {
      if (!block.poolId().equals(pool)) {
        throw new IllegalArgumentException(
            "blocks of one file are of one pool, got " + pool + " and " + block.poolId());
      }
      packed.write(block.blockId() - id);
      packed.write(block.generationStamp() - stamp);
      packed.write(block.lengthBytes() - length);
      id = block.blockId();
      stamp = block.generationStamp();
      length = block.lengthBytes();
    }
    byte[] text = Base64.getUrlEncoder().withoutPadding().encode(packed.toBytes());
    return new ContentVersion(pool, new String(text, StandardCharsets.ISO_8859_1));
  }

  /**
   * The blocks that a version is of.
   *
   * @throws IllegalArgumentException when it is not one of {@link #of}
   */
  public static List<BlockVersion> blocks(ContentVersion version) {
    Packed packed = new Packed(Base64.getUrlDecoder().decode(version.id()));
    List<BlockVersion> blocks = new ArrayList<>();
    long id = 0;
    long stamp = 0;
    long length = 0;
    try {
      while (packed.hasMore()) {
        id += packed.read();
        stamp += packed.read();
        length += packed.read();
        blocks.add(new BlockVersion(version.space(), id, stamp, length));
      }
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(version + " is not a content of blocks", e);
    }
    return blocks;
  }

  /** The lengths of blocks, in order. */
  public static List<Long> lengthBytes(List<BlockVersion> blocks) {
    List<Long> lengths = new ArrayList<>();
    for (BlockVersion block : blocks) {
      lengths.add(block.lengthBytes());
    }
    return lengths;
  }
}
