package io.evenkeel.sim.chance;

import java.util.SplittableRandom;

/** Draws one of some things by their weights in constant time (Walker's alias method). */
public final class Weighted {
  private final double[] shares;
  private final double[] threshold;
  private final int[] alias;

  /**
   * @param weights at least one, none negative, not all zero; need not sum to 1
   */
  public Weighted(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("of weights at least one is > 0, got sum " + sum);
    }
    int count = weights.length;
    shares = new double[count];
    threshold = new double[count];
    alias = new int[count];
    int[] small = new int[count];
    int[] large = new int[count];
    int smalls = 0;
    int larges = 0;
    for (int i = 0; i < count; i++) {
      shares[i] = weights[i] / sum;
      threshold[i] = shares[i] * count;
      alias[i] = i;
      if (threshold[i] < 1) {
        small[smalls++] = i;
      } else {
        large[larges++] = i;
      }
    }
    while (smalls > 0 && larges > 0) {
      int less = small[--smalls];
      int more = large[larges - 1];
      alias[less] = more;
      threshold[more] -= 1 - threshold[less];
      if (threshold[more] < 1) {
        larges--;
        small[smalls++] = more;
      }
    }
    for (; larges > 0; larges--) {
      threshold[large[larges - 1]] = 1;
    }
    for (; smalls > 0; smalls--) {
      threshold[small[smalls - 1]] = 1;
    }
  }

  /** Zipf's law: of rank i from 1 to {@code count} a share like i to the power of -s. */
  public static Weighted zipf(int count, double s) {
    double[] weights = new double[count];
    for (int i = 0; i < count; i++) {
      weights[i] = Math.pow(i + 1.0, -s);
    }
    return new Weighted(weights);
  }

  /** Which share of what is drawn is this one. */
  public double share(int index) {
    return shares[index];
  }

  /** The index of the next one. */
  public int next(SplittableRandom random) {
    int i = random.nextInt(shares.length);
    return random.nextDouble() < threshold[i] ? i : alias[i];
  }
}
