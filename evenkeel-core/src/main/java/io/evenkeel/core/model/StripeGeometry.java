package io.evenkeel.core.model;

import io.evenkeel.coding.CodeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How the data blocks of one stripe are cut. In the contiguous layout these are up to {@code k}
 * consecutive blocks of a file, all full but the file's last one; in the striped layout those of a
 * block group, of which several may be short. A <em>substripe</em> is one subblock, at the same
 * offset, of each block. Blocks and subblocks that the file's end cuts off count as zeros that cost
 * nothing: with k = 4 and blocks of 8, 8, 3 bytes in subblocks of 4, substripe 0 has lengths 4, 4,
 * 3, 0 and substripe 1 has 4, 4, 0, 0; the parity of both is 4 bytes.
 *
 * @param blockLengthBytes the real length of each block present, 1 to k of them, none longer than
 *     the one before
 */
public record StripeGeometry(CodeSpec code, int subblockBytes, List<Long> blockLengthBytes) {
  /**
   * The longest block: what a stripe of such blocks takes, parity and all, can still be counted.
   */
  public static final long BLOCK_BYTES_MAX = 1L << 48;

  public StripeGeometry {
    Objects.requireNonNull(code, "code is null");
    blockLengthBytes = List.copyOf(blockLengthBytes);
    if (subblockBytes <= 0) {
      throw new IllegalArgumentException("subblockBytes must be > 0, got " + subblockBytes);
    }
    if (blockLengthBytes.isEmpty() || blockLengthBytes.size() > code.dataCount()) {
      throw new IllegalArgumentException(
          "a stripe of " + code + " has 1 to k blocks, got lengths " + blockLengthBytes);
    }
    long before = blockLengthBytes.get(0);
    for (long length : blockLengthBytes) {
      if (length <= 0 || length > before) {
        throw new IllegalArgumentException(
            "no block of a stripe is longer than the one before, got " + blockLengthBytes);
      }
      before = length;
    }
    long longest = blockLengthBytes.get(0);
    if (longest > BLOCK_BYTES_MAX || subblocks(longest, subblockBytes) > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a block has at most %d bytes and %d subblocks, got %d bytes in subblocks of %d"
              .formatted(BLOCK_BYTES_MAX, Integer.MAX_VALUE, longest, subblockBytes));
    }
  }

  private static long subblocks(long lengthBytes, int subblockBytes) {
    return (lengthBytes + subblockBytes - 1) / subblockBytes;
  }

  /** The data of an extent in the striped layout: its fragments, a subblock for each cell. */
  public static StripeGeometry of(CellGeometry cells) {
    List<Long> lengths = new ArrayList<>();
    for (int i = 0; i < cells.code().dataCount() && cells.cellLengthBytes(i, 0) > 0; i++) {
      lengths.add(cells.fragmentLengthBytes(i));
    }
    return new StripeGeometry(cells.code(), cells.cellBytes(), lengths);
  }

  /** The bytes of the stripe that belong to the file. */
  public long lengthBytes() {
    long sum = 0;
    for (long length : blockLengthBytes) {
      sum += length;
    }
    return sum;
  }

  /** How many blocks the file has in this stripe. */
  public int blockCount() {
    return blockLengthBytes.size();
  }

  /** How many substripes hold at least one byte of the file. */
  public int substripeCount() {
    return (int) subblocks(blockLengthBytes.get(0), subblockBytes);
  }

  /** The real length of a data subblock: 0 where the file has ended or the block is missing. */
  public int subblockLengthBytes(int index, int substripe) {
    if (index >= blockLengthBytes.size()) {
      return 0;
    }
    long rest = blockLengthBytes.get(index) - (long) substripe * subblockBytes;
    return (int) Math.max(0, Math.min(subblockBytes, rest));
  }

  /** The length of its longest block in whole subblocks. */
  public long paddedBlockBytes() {
    return (long) substripeCount() * subblockBytes;
  }

  /** The length of every parity subblock of a substripe: its longest data subblock. */
  public int parityLengthBytes(int substripe) {
    return subblockLengthBytes(0, substripe);
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof StripeGeometry that
        && subblockBytes == that.subblockBytes
        && code.equals(that.code)
        && blockLengthBytes.equals(that.blockLengthBytes);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * code.hashCode() + subblockBytes) + blockLengthBytes.hashCode();
  }
}
