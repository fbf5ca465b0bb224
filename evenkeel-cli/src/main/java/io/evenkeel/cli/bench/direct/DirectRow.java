package io.evenkeel.cli.bench.direct;

import java.util.List;

/**
 * One row.
 *
 * @param readBytes how long a read is, within a cell; 0 for whole files
 * @param rateBytesPerSecond of every DataNode
 */
record DirectRow(String name, int readBytes, long rateBytesPerSecond) {
  static final String POLICY = "RS-6-3-1024k";
  static final int DATA = 6;
  static final int CELL_BYTES = 1 << 20;

  /** A row of cells: as much of each file is on each of six nodes. */
  static final int FILE_BYTES = DATA * CELL_BYTES;

  static List<DirectRow> all() {
    return List.of(new DirectRow("whole", 0, 8 << 20), new DirectRow("small", 64 << 10, 2 << 20));
  }

  boolean isWhole() {
    return readBytes == 0;
  }

  int lengthBytes() {
    return isWhole() ? FILE_BYTES : readBytes;
  }

  /** What a normal read asks of each node that it asks. */
  int nodeBytes() {
    return isWhole() ? CELL_BYTES : readBytes;
  }
}
