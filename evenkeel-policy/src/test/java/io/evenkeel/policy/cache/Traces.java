package io.evenkeel.policy.cache;

import java.util.Arrays;
import java.util.Random;

/** Requests whose popularity is Zipf: rank i + 1 with a probability in proportion to (i + 1)^-s. */
final class Traces {
  private final Random random;
  private final double[] cumulative;

  Traces(Random random, int keys, double exponent) {
    this.random = random;
    cumulative = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += Math.pow(i + 1, -exponent);
      cumulative[i] = sum;
    }
  }

  int next() {
    double at = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, at);
    return found < 0 ? -found - 1 : found;
  }
}
