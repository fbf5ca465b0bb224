package io.evenkeel.core.model;

import java.util.Objects;

/**
 * One block's content, exactly: ids are never reused within a pool, and any change of a block's
 * bytes changes its generation stamp or its length.
 *
 * @param lengthBytes the bytes of this block that belong to the file
 */
public record BlockVersion(String poolId, long blockId, long generationStamp, long lengthBytes) {
  public BlockVersion {
    Objects.requireNonNull(poolId, "poolId is null");
    if (lengthBytes < 0) {
      throw new IllegalArgumentException("a block's length must be >= 0, got " + lengthBytes);
    }
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof BlockVersion that
        && blockId == that.blockId
        && generationStamp == that.generationStamp
        && lengthBytes == that.lengthBytes
        && poolId.equals(that.poolId);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(blockId) + Long.hashCode(generationStamp);
  }
}
