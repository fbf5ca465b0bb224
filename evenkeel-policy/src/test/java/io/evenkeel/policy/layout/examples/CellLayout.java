package io.evenkeel.policy.layout.examples;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;

/**
 * Where the bytes of a file of cells are: cell j is index j mod k of row j / k, so that a range of
 * the file is on several nodes. The last row may lack cells, and its last cell bytes; its parity is
 * as long as its first cell.
 */
record CellLayout(ErasureCode code, int cellBytes, long lengthBytes) {
  private int dataCount() {
    return code.dataCount();
  }

  private long rowBytes() {
    return (long) dataCount() * cellBytes;
  }

  /** The row that holds a byte of the file. */
  int rowAt(long position) {
    return (int) (position / rowBytes());
  }

  /** The bytes of the file in one data cell; none beyond its end. */
  ByteRange cell(int row, int index) {
    long start = Math.min(lengthBytes, row * rowBytes() + (long) index * cellBytes);
    return new ByteRange(start, Math.min(lengthBytes, start + cellBytes));
  }

  /** The length of a cell, data or parity. */
  int cellLengthBytes(int row, int index) {
    return (int) cell(row, index < dataCount() ? index : 0).lengthBytes();
  }

  /** The data cells of a row that hold bytes of a range. */
  IndexSet touching(int row, ByteRange range) {
    IndexSet touching = IndexSet.empty();
    for (int index = 0; index < dataCount(); index++) {
      touching = cell(row, index).intersect(range).isEmpty() ? touching : touching.with(index);
    }
    return touching;
  }
}
