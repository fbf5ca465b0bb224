package io.evenkeel.core.fill;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.StripeGeometry;

/**
 * The striped layout: a stripe is a block group, a subblock is a cell, and one row of cells comes
 * after the other. Byte for byte its parity is the one that is stored.
 *
 * @param subblockBytes of a cell
 */
public record CellCut(CodeSpec code, int subblockBytes, long blockBytes) implements Cut {
  /** Of one block group of content that is there. */
  public static CellCut of(StripeGeometry group) {
    return new CellCut(group.code(), group.subblockBytes(), group.paddedBlockBytes());
  }

  @Override
  public Place at(long inStripe) {
    long cell = inStripe / subblockBytes;
    return new Place(
        (int) (cell % code.dataCount()),
        (int) (cell / code.dataCount()),
        (int) (inStripe % subblockBytes));
  }

  @Override
  public long firstBlockBytes() {
    return subblockBytes;
  }

  @Override
  public StripeGeometry geometry(long lengthBytes) {
    return StripeGeometry.of(new CellGeometry(code, subblockBytes, lengthBytes));
  }
}
