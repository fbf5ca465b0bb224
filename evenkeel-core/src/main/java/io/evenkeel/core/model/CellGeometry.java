package io.evenkeel.core.model;

import io.evenkeel.coding.CodeSpec;
import java.util.Objects;

/**
 * How an extent of a file is cut in the striped layout: row by row (HDFS calls a row a stripe) into
 * cells, so that cell {@code j} of the extent is that of index {@code j mod k} in row {@code j /
 * k}. The fragment of an index is its cells one after another. The last row may be short: with k =
 * 3, cells of 4 and 17 bytes, row 1 has lengths 4, 1, 0, and its parities are 4 bytes, as long as
 * the first cell.
 *
 * @param lengthBytes of the extent in the file, parity left out
 */
public record CellGeometry(CodeSpec code, int cellBytes, long lengthBytes) {
  public CellGeometry {
    Objects.requireNonNull(code, "code is null");
    if (cellBytes <= 0 || lengthBytes <= 0) {
      throw new IllegalArgumentException(
          "cellBytes and lengthBytes must be > 0, got " + cellBytes + ", " + lengthBytes);
    }
  }

  /** What a full row holds of the file. */
  public long rowBytes() {
    return (long) code.dataCount() * cellBytes;
  }

  /** How many rows hold at least one byte of the file. */
  public int rowCount() {
    return (int) ((lengthBytes + rowBytes() - 1) / rowBytes());
  }

  /** Where a data cell begins in the extent. */
  public long cellOffset(int index, int row) {
    return row * rowBytes() + (long) index * cellBytes;
  }

  /** The real length of a cell: 0 where the file has ended; of a parity, that of the first one. */
  public int cellLengthBytes(int index, int row) {
    int cell = index < code.dataCount() ? index : 0;
    return (int) Math.max(0, Math.min(cellBytes, lengthBytes - cellOffset(cell, row)));
  }

  /**
   * Whether all that the file has of some row is in a part of the extent: any k fragments of such a
   * row are as many bytes as its data.
   */
  public boolean hasWholeRow(ByteRange part) {
    long start = (part.start() + rowBytes() - 1) / rowBytes() * rowBytes();
    return start < lengthBytes && Math.min(start + rowBytes(), lengthBytes) <= part.end();
  }

  /** The length of an index's fragment, data or parity: all of its cells. */
  public long fragmentLengthBytes(int index) {
    int last = rowCount() - 1;
    return (long) last * cellBytes + cellLengthBytes(index, last);
  }
}
