package io.evenkeel.coding;

import java.util.ArrayList;
import java.util.List;

/**
 * The linear span of some rows of a generator matrix, grown row by row. Each basis row is kept with
 * the combination of added rows that makes it, so that a member of the span can be written as a
 * combination of what was added.
 */
final class Span {
  private final int width;
  private final int capacity;
  private final List<int[]> basis = new ArrayList<>();
  private final List<int[]> made = new ArrayList<>();
  private final List<Integer> pivots = new ArrayList<>();
  private final List<Integer> added = new ArrayList<>();

  /**
   * @param width the length of a row
   * @param capacity how many rows may be added
   */
  Span(int width, int capacity) {
    this.width = width;
    this.capacity = capacity;
  }

  /** Adds the row of fragment {@code index}, unless it is in the span already. */
  void add(int index, int[] row) {
    int[] rest = row.clone();
    int[] combination = new int[capacity];
    combination[added.size()] = 1;
    reduce(rest, combination);
    int pivot = firstNonZero(rest);
    if (pivot >= 0) {
      int scale = Gf256.inverse(rest[pivot]);
      scale(rest, scale);
      scale(combination, scale);
      basis.add(rest);
      made.add(combination);
      pivots.add(pivot);
      added.add(index);
    }
  }

  /**
   * The coefficients, by fragment index, that make {@code row} from the added rows; null when it is
   * not in the span.
   */
  int[] combination(int[] row, int fragmentCount) {
    int[] rest = row.clone();
    int[] combination = new int[capacity];
    reduce(rest, combination);
    if (firstNonZero(rest) >= 0) {
      return null;
    }
    int[] byIndex = new int[fragmentCount];
    for (int i = 0; i < added.size(); i++) {
      byIndex[added.get(i)] = combination[i];
    }
    return byIndex;
  }

  private void reduce(int[] row, int[] combination) {
    for (int b = 0; b < basis.size(); b++) {
      int factor = row[pivots.get(b)];
      if (factor != 0) {
        addScaled(row, basis.get(b), factor);
        addScaled(combination, made.get(b), factor);
      }
    }
  }

  private static void addScaled(int[] target, int[] source, int factor) {
    for (int i = 0; i < target.length; i++) {
      target[i] ^= Gf256.multiply(source[i], factor);
    }
  }

  private static void scale(int[] row, int factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] = Gf256.multiply(row[i], factor);
    }
  }

  private int firstNonZero(int[] row) {
    for (int i = 0; i < width; i++) {
      if (row[i] != 0) {
        return i;
      }
    }
    return -1;
  }
}
