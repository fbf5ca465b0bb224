package io.evenkeel.sim.chance;

import java.util.SplittableRandom;

/**
 * How many times longer than usual a straggling task takes, at Bing (Mantri, OSDI 2010), as the
 * public prototype of SP-Cache (TPDS 2019) has it: 57 values, each with its share of 10,000.
 */
final class BingProfile {
  private static final double[] VALUES = {
    1.4980, 1.5385, 1.5385, 1.5587, 1.5587, 1.5587, 1.5992, 1.5992, 1.6194, 1.6802, 1.7004, 1.7409,
    1.7814, 1.8219, 1.8826, 1.9231, 1.9838, 2.0445, 2.1255, 2.2267, 2.3279, 2.4494, 2.5709, 2.7328,
    2.8543, 3.0162, 3.1579, 3.4008, 3.5830, 3.8057, 4.0486, 4.2510, 4.4737, 4.7166, 4.9393, 5.1822,
    5.3644, 5.5668, 5.7692, 5.9717, 6.1741, 6.3968, 6.6397, 6.8421, 7.0648, 7.2874, 7.5101, 7.7733,
    8.0162, 8.2996, 8.5425, 8.7652, 8.9676, 9.2510, 9.4737, 9.6761, 9.8988
  };
  private static final int[] SHARES = {
    266, 237, 207, 178, 266, 325, 414, 296, 385, 414, 414, 325, 325, 385, 444, 385, 355, 385, 296,
    355, 385, 296, 325, 237, 207, 178, 207, 178, 118, 118, 89, 28, 118, 89, 28, 30, 59, 30, 28, 28,
    28, 28, 59, 28, 89, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 27
  };
  private static final int ALL = sum();

  private BingProfile() {}

  private static int sum() {
    int sum = 0;
    for (int share : SHARES) {
      sum += share;
    }
    return sum;
  }

  static double draw(SplittableRandom random) {
    int left = random.nextInt(ALL);
    int i = 0;
    while (left >= SHARES[i]) {
      left -= SHARES[i++];
    }
    return VALUES[i];
  }

  static double least() {
    return VALUES[0];
  }

  static double mean() {
    double sum = 0;
    for (int i = 0; i < VALUES.length; i++) {
      sum += VALUES[i] * SHARES[i];
    }
    return sum / ALL;
  }
}
