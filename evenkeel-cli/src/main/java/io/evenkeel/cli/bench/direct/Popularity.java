package io.evenkeel.cli.bench.direct;

import java.util.SplittableRandom;

/**
 * What is read how often: Zipf over files, or over the cells of all files, in an order that a seed
 * draws.
 */
final class Popularity {
  private final double[] upTo;
  private final int[] order;

  /**
   * @param count of what is read
   * @param exponent 0 for all alike
   */
  Popularity(int count, double exponent, long seed) {
    upTo = new double[count];
    order = new int[count];
    SplittableRandom random = new SplittableRandom(seed);
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      sum += 1 / Math.pow(rank + 1, exponent);
      upTo[rank] = sum;
      int other = random.nextInt(rank + 1);
      order[rank] = order[other];
      order[other] = rank;
    }
    for (int rank = 0; rank < count; rank++) {
      upTo[rank] /= sum;
    }
  }

  int count() {
    return order.length;
  }

  int draw(SplittableRandom random) {
    double drawn = random.nextDouble();
    int rank = 0;
    while (rank < upTo.length - 1 && upTo[rank] <= drawn) {
      rank++;
    }
    return order[rank];
  }

  /** The share of reads that are of each. */
  double[] shares() {
    double[] shares = new double[order.length];
    for (int rank = 0; rank < order.length; rank++) {
      shares[order[rank]] = upTo[rank] - (rank == 0 ? 0 : upTo[rank - 1]);
    }
    return shares;
  }
}
