package io.evenkeel.cli.bench.hedged;

import java.util.List;

/**
 * A line's reads and what one DataNode has meanwhile.
 *
 * @param readsPerRun how many reads a client makes for each of {@code --runs}
 */
record HedgedRow(String name, Size size, Fault fault, int readsPerRun) {
  /** What one read is. */
  enum Size {
    /** The whole file, from open to close. */
    WHOLE(4),
    /**
     * {@value HedgedRow#SMALL_BYTES} bytes anywhere, of a stream that stays open: of so many blocks
     * that every client has some whose first replica is on the slow node.
     */
    SMALL(1);

    private final int blockMib;

    Size(int blockMib) {
      this.blockMib = blockMib;
    }

    long blockBytes() {
      return (long) blockMib << 20;
    }
  }

  /** What one DataNode has. */
  enum Fault {
    /** It reads at an eighth of the others' rate. */
    SLOWED,
    /** It hangs. */
    STOPPED
  }

  static final int SMALL_BYTES = 64 << 10;

  static List<HedgedRow> all() {
    return List.of(
        new HedgedRow("whole-slowed", Size.WHOLE, Fault.SLOWED, 1),
        new HedgedRow("whole-stopped", Size.WHOLE, Fault.STOPPED, 1),
        new HedgedRow("small-slowed", Size.SMALL, Fault.SLOWED, 30),
        new HedgedRow("small-stopped", Size.SMALL, Fault.STOPPED, 30));
  }
}
