package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.SubblockChecksums;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Buffer memory for reads of the contiguous layout, as {@link StripedMemory} is for the striped.
 */
public final class ContiguousMemory {
  private ContiguousMemory() {}

  /**
   * The sizes with which a range can be read, best first: wide where that fits the limit, narrow
   * with a little read ahead, and hand to mouth. At least one; the last one is the least.
   *
   * @param stripes the stripes of the file, of which the range touches at least one
   * @param groups how many groups a read has under way at most
   * @param limitBytes what one read may hold
   * @param capacityBytes what a buffer of a length counts
   */
  public static List<ReadMemory> sizes(
      List<Stripe> stripes,
      ByteRange range,
      int groups,
      long limitBytes,
      IntUnaryOperator capacityBytes) {
    CodeSpec code = stripes.get(0).geometry().code();
    long unit = capacityBytes.applyAsInt(fragmentBytesMax(stripes.get(0).geometry(), range));
    long wanted = 0;
    long wide = 0;
    for (Stripe stripe : stripes) {
      ByteRange part = stripe.range().intersect(range);
      if (!part.isEmpty() && wanted <= limitBytes) {
        wanted += subblocks(stripe, part) * unit;
        wide = Math.max(wide, ContiguousWalk.wideBytes(stripe, part));
      }
    }
    List<ReadMemory> sizes = new ArrayList<>();
    long wideSpare = 2L * code.parityCount() * unit;
    if (wide > 0 && wide + wideSpare <= limitBytes) {
      sizes.add(ReadMemory.size(Math.max(wide, wanted), wideSpare, limitBytes));
    }
    long spare = code.totalCount() * unit;
    sizes.add(ReadMemory.size(Math.min(wanted, 2L * groups * unit), spare, limitBytes));
    sizes.add(ReadMemory.size(Math.min(wanted, Math.max(1, groups / 2) * unit), spare, limitBytes));
    return sizes;
  }

  /** A part of one block is read, and decoded, in fragments of its own length in whole chunks. */
  private static int fragmentBytesMax(StripeGeometry geometry, ByteRange range) {
    long blockBytes = geometry.blockLengthBytes().get(0);
    boolean inOneBlock = range.start() / blockBytes == (range.end() - 1) / blockBytes;
    long chunks = range.lengthBytes() + 2L * SubblockChecksums.CHUNK_BYTES;
    int subblockBytes = geometry.subblockBytes();
    return inOneBlock ? (int) Math.min(subblockBytes, chunks) : subblockBytes;
  }

  /** How many subblocks a part of a stripe touches. */
  private static long subblocks(Stripe stripe, ByteRange part) {
    StripeGeometry geometry = stripe.geometry();
    long count = 0;
    for (int i = 0; i < geometry.blockCount(); i++) {
      long start = stripe.blockOffset(i);
      ByteRange block = ByteRange.of(start, geometry.blockLengthBytes().get(i)).intersect(part);
      if (!block.isEmpty()) {
        long first = (block.start() - start) / geometry.subblockBytes();
        count += (block.end() - 1 - start) / geometry.subblockBytes() - first + 1;
      }
    }
    return count;
  }
}
