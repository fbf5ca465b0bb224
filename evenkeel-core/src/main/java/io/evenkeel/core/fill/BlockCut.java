package io.evenkeel.core.fill;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.StripeGeometry;
import java.util.ArrayList;
import java.util.List;

/** The contiguous layout: one block of a stripe after the other. */
public record BlockCut(CodeSpec code, int subblockBytes, long blockBytes) implements Cut {
  /** Of one stripe of content that is there; only its only block need not be whole subblocks. */
  public static BlockCut of(StripeGeometry stripe) {
    return new BlockCut(stripe.code(), stripe.subblockBytes(), stripe.paddedBlockBytes());
  }

  @Override
  public Place at(long inStripe) {
    long inBlock = inStripe % blockBytes;
    return new Place(
        (int) (inStripe / blockBytes),
        (int) (inBlock / subblockBytes),
        (int) (inBlock % subblockBytes));
  }

  @Override
  public long firstBlockBytes() {
    return blockBytes;
  }

  @Override
  public StripeGeometry geometry(long lengthBytes) {
    List<Long> lengths = new ArrayList<>();
    for (long rest = lengthBytes; rest > 0; rest -= blockBytes) {
      lengths.add(Math.min(blockBytes, rest));
    }
    return new StripeGeometry(code, subblockBytes, lengths);
  }
}
