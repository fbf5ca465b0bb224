package io.evenkeel.core.fill;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.StripeGeometry;

/**
 * How a file that is encoded is cut into the blocks of its stripes: where each byte of a stripe
 * lies in them. Whatever the layout, the first subblock of a stripe is whole before the second, and
 * what is encoded is the subblocks at the same place of all blocks.
 */
public sealed interface Cut permits BlockCut, CellCut {
  CodeSpec code();

  /** The unit of a block that is coded, stored and read at once. */
  int subblockBytes();

  /** How long a block is at most: whole subblocks. */
  long blockBytes();

  /** Where a byte lies, by its place among those of the file in its stripe. */
  Place at(long inStripe);

  /** A stripe that has so many bytes of the file, one at least. */
  StripeGeometry geometry(long lengthBytes);

  /** How many of a stripe's bytes, from its first on, are all in its first block. */
  long firstBlockBytes();

  /** How many bytes of the file are in a full stripe. */
  default long stripeBytes() {
    return blockBytes() * code().dataCount();
  }

  /**
   * A place in a stripe.
   *
   * @param index which of its blocks
   * @param offset in the subblock
   */
  record Place(int index, int substripe, int offset) {}
}
