package io.evenkeel.policy.layout;

/**
 * How much of each fragment a band of an erasure-coded file takes at once.
 *
 * @param wideBytes where there is memory for whole rows, and cells are not larger
 * @param narrowBytes where memory is short
 */
record BandSizes(int wideBytes, int narrowBytes) {
  static final BandSizes USUAL = new BandSizes(1 << 20, 128 << 10);

  /**
   * The usual ones where a byte stands for several.
   *
   * @param byteScale for how many; they are one byte at least
   */
  static BandSizes usual(long byteScale) {
    return byteScale == 1
        ? USUAL
        : new BandSizes(
            (int) Math.max(1, USUAL.wideBytes / byteScale),
            (int) Math.max(1, USUAL.narrowBytes / byteScale));
  }

  /** What a band takes of a fragment at most. */
  int mostBytes(int cellBytes, boolean wide) {
    int bytes = wide ? wideBytes : narrowBytes;
    if (cellBytes <= bytes) {
      return bytes / cellBytes * cellBytes;
    }
    return wide ? cellBytes : Math.min(cellBytes, wideBytes);
  }

  /** Whether rows are read whole where memory is short, too; larger cells are read one by one. */
  boolean isRowByRow(int cellBytes) {
    return cellBytes <= wideBytes;
  }
}
