package io.evenkeel.cli.bench.reads;

import java.util.ArrayList;
import java.util.List;

/**
 * A reader whose file has a block on a DataNode that hangs.
 *
 * @param block from 1; its node is stopped
 * @param newProcess whether the process starts after that
 */
record StoppedRow(int block, int bufferBytes, boolean newProcess) {
  private static final int[] BUFFERS = {1, 4 << 10, 64 << 10, 1 << 20};

  /** One for each block, buffer and kind of process. */
  static List<StoppedRow> all(int blocks) {
    List<StoppedRow> rows = new ArrayList<>();
    for (boolean newProcess : new boolean[] {false, true}) {
      for (int block = 1; block <= blocks; block++) {
        for (int buffer : BUFFERS) {
          rows.add(new StoppedRow(block, buffer, newProcess));
        }
      }
    }
    return rows;
  }

  /** In the table, and for {@code --rows}. */
  String name() {
    String buffer =
        bufferBytes == 1
            ? "1"
            : bufferBytes < 1 << 20 ? (bufferBytes >> 10) + "k" : (bufferBytes >> 20) + "m";
    return (newProcess ? "new-" : "") + "block" + block + "-" + buffer;
  }
}
