package io.evenkeel.sim.chance;

import java.util.SplittableRandom;

/** Random orders. */
public final class Shuffle {
  private Shuffle() {}

  /** The numbers from 0 to {@code count - 1} in random order. */
  public static int[] permutation(int count, SplittableRandom random) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
