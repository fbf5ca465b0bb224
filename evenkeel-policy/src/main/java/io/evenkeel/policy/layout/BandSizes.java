package io.evenkeel.policy.layout;

/**
 * How much of each fragment a band of an erasure-coded file takes at once.
 *
 * @param wideBytes where there is memory for whole rows, and cells are not larger
 * @param narrowBytes where memory is short
 */
record BandSizes(int wideBytes, int narrowBytes) {
  static final BandSizes USUAL = new BandSizes(1 << 20, 128 << 10);

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
