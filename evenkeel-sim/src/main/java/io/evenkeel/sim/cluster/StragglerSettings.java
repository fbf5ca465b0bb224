package io.evenkeel.sim.cluster;

import io.evenkeel.sim.chance.Distribution;

/**
 * Who is not in time, and why; all of them may be so at once.
 *
 * @param nodes so many nodes take {@code factor} times as long
 * @param moveNanos after so long others do; 0 for the same ones all the time
 * @param nodeProbability of each node to be slow for the whole run, by {@code profile}
 * @param rackProbability of each rack to be slow as a whole likewise: all its nodes alike
 * @param readProbability of each slice to take longer by {@code profile}, whatever its node
 * @param periodShare the share of time in which a node takes longer by {@code periodFactor}, again
 *     and again
 * @param periodNanos how long that lasts in the mean
 * @param stopped so many nodes stand still from {@code faultNanos} on
 * @param failed so many others are gone likewise
 * @param faultForNanos for so long; 0 to the end
 */
public record StragglerSettings(
    int nodes,
    Distribution factor,
    long moveNanos,
    double nodeProbability,
    double rackProbability,
    double readProbability,
    Distribution profile,
    double periodShare,
    Distribution periodFactor,
    long periodNanos,
    int stopped,
    int failed,
    long faultNanos,
    long faultForNanos) {
  public StragglerSettings {
    for (double share :
        new double[] {nodeProbability, rackProbability, readProbability, periodShare}) {
      if (!(share >= 0 && share < 1)) {
        throw new IllegalArgumentException(
            "the share of what is slow is within [0, 1), got " + share);
      }
    }
    if (periodNanos <= 0 || moveNanos < 0 || faultNanos < 0 || faultForNanos < 0) {
      throw new IllegalArgumentException(
          "how long nodes are slow is > 0 and when >= 0, got %d, %d, %d and %d"
              .formatted(periodNanos, moveNanos, faultNanos, faultForNanos));
    }
  }
}
