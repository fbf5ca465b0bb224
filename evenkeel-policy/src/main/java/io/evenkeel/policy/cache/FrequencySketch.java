package io.evenkeel.policy.cache;

import java.util.Arrays;

/**
 * How often keys were asked for lately, roughly and in little memory: a count-min sketch of four
 * rows of 4-bit counters, all halved after a sample of ten times its columns (TinyLFU: Einziger,
 * Friedman and Manes, ACM ToS 2017, sections 3.2 and 3.3). Never too low by more than halving makes
 * it; at most 15. 8 bytes a column.
 */
final class FrequencySketch {
  private static final int MIN_COLUMNS = 16;
  private static final int ROWS = 4;
  private static final int COUNT_MAX = 15;
  private static final int SAMPLE_PER_COLUMN = 10;
  private static final long WITHOUT_LOWEST_BITS = 0x7777777777777777L;
  private static final long[] SEEDS = {
    0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L, 0x27D4EB2F165667C5L
  };

  // Each long has four counters of every row.
  private long[] columns = new long[MIN_COLUMNS];
  private long sampled;

  /** Counts one access. */
  void increment(Object key) {
    for (int row = 0; row < ROWS; row++) {
      long hash = hash(key, row);
      int shift = shift(hash, row);
      if ((columns[column(hash)] >>> shift & COUNT_MAX) < COUNT_MAX) {
        columns[column(hash)] += 1L << shift;
      }
    }
    if (++sampled >= (long) SAMPLE_PER_COLUMN * columns.length) {
      sampled /= 2;
      for (int i = 0; i < columns.length; i++) {
        columns[i] = columns[i] >>> 1 & WITHOUT_LOWEST_BITS;
      }
    }
  }

  /** About how often it was asked for, 0 to 15. */
  int frequency(Object key) {
    int least = COUNT_MAX;
    for (int row = 0; row < ROWS; row++) {
      long hash = hash(key, row);
      least = Math.min(least, (int) (columns[column(hash)] >>> shift(hash, row)) & COUNT_MAX);
    }
    return least;
  }

  /** Makes it precise enough for so many keys; no count changes. */
  void ensureColumns(int keys) {
    while (columns.length < keys) {
      int length = columns.length;
      columns = Arrays.copyOf(columns, 2 * length);
      System.arraycopy(columns, 0, columns, length, length);
    }
  }

  private int column(long hash) {
    return (int) hash & (columns.length - 1);
  }

  private static int shift(long hash, int row) {
    return 4 * (4 * row + (int) (hash >>> 62));
  }

  private static long hash(Object key, int row) {
    long mixed = (key.hashCode() + SEEDS[row]) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 31)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 29);
  }
}
