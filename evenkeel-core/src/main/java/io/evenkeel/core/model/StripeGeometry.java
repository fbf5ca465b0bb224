package io.evenkeel.core.model;

import io.evenkeel.coding.CodeSpec;
import java.util.List;
import java.util.Objects;

/**
 * How one stripe of the contiguous layout is cut. The stripe has up to {@code k} consecutive blocks
 * of a file; all are full but the file's last one. A <em>substripe</em> is one subblock, at the
 * same offset, of each block. Blocks and subblocks that the file's end cuts off count as zeros that
 * cost nothing: with k = 4 and blocks of 8, 8, 3 bytes in subblocks of 4, substripe 0 has lengths
 * 4, 4, 3, 0 and substripe 1 has 4, 4, 0, 0; the parity of both is 4 bytes.
 *
 * @param blockLengthBytes the real length of each block present, 1 to k of them, none longer than
 *     the first
 */
public record StripeGeometry(CodeSpec code, int subblockBytes, List<Long> blockLengthBytes) {
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
    long first = blockLengthBytes.get(0);
    for (int i = 0; i < blockLengthBytes.size(); i++) {
      long length = blockLengthBytes.get(i);
      boolean last = i == blockLengthBytes.size() - 1;
      if (length <= 0 || length > first || (!last && length != first)) {
        throw new IllegalArgumentException(
            "all blocks of a stripe but the last are equally long, got " + blockLengthBytes);
      }
    }
  }

  /** The bytes of the stripe that belong to the file. */
  public long lengthBytes() {
    int last = blockLengthBytes.size() - 1;
    return last * blockLengthBytes.get(0) + blockLengthBytes.get(last);
  }

  /** How many blocks the file has in this stripe. */
  public int blockCount() {
    return blockLengthBytes.size();
  }

  /** How many substripes hold at least one byte of the file. */
  public int substripeCount() {
    return (int) ((blockLengthBytes.get(0) + subblockBytes - 1) / subblockBytes);
  }

  /** The real length of a data subblock: 0 where the file has ended or the block is missing. */
  public int subblockLengthBytes(int index, int substripe) {
    if (index >= blockLengthBytes.size()) {
      return 0;
    }
    long rest = blockLengthBytes.get(index) - (long) substripe * subblockBytes;
    return (int) Math.max(0, Math.min(subblockBytes, rest));
  }

  /** The length of every parity subblock of a substripe: its longest data subblock. */
  public int parityLengthBytes(int substripe) {
    return subblockLengthBytes(0, substripe);
  }

  /** The payload of all parity subblocks of the stripe. */
  public long parityBytes() {
    return blockLengthBytes.get(0) * code.parityCount();
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
