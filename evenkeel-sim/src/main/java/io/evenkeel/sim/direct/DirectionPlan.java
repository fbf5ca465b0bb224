package io.evenkeel.sim.direct;

import io.evenkeel.policy.direct.LoadDirection.Belief;
import io.evenkeel.policy.direct.LoadDirections;
import io.evenkeel.policy.direct.Norm;
import java.util.Objects;

/**
 * How the front ends of a run direct reads, and what they hear.
 *
 * @param direction the name of a {@link LoadDirections}
 * @param frontEnds how many there are; at least 1
 * @param reportSeconds how often they hear of queues, and make a table, where the direction needs
 *     it; more than 0
 * @param norm which tables lower
 * @param isOfAllSets whether a table has every degraded read of a partition to choose from, or one
 */
public record DirectionPlan(
    String direction, int frontEnds, double reportSeconds, Norm norm, boolean isOfAllSets) {

  public DirectionPlan {
    Objects.requireNonNull(norm, "norm is null");
    if (frontEnds < 1) {
      throw new IllegalArgumentException("there is one front end at least, got " + frontEnds);
    }
    if (!(reportSeconds > 0)) {
      throw new IllegalArgumentException("reports take turns, got every " + reportSeconds + " s");
    }
  }

  /**
   * As in the paper (section 4): three front ends where nodes are asked now and then, eight
   * elsewhere (Normal, which asks nobody, is the same by any number); queues are heard every
   * second, and tables of the l2 norm with one degraded read are made every four. Unknown names are
   * an error that lists the known ones.
   */
  public static DirectionPlan of(String direction) {
    Belief belief = LoadDirections.named(direction).belief();
    boolean isNowAndThen = belief == Belief.LAZY || belief == Belief.TABLE;
    return new DirectionPlan(
        direction, isNowAndThen ? 3 : 8, belief == Belief.TABLE ? 4 : 1, Norm.L2, false);
  }

  public DirectionPlan withFrontEnds(int count) {
    return new DirectionPlan(direction, count, reportSeconds, norm, isOfAllSets);
  }

  public DirectionPlan withReportSeconds(double seconds) {
    return new DirectionPlan(direction, frontEnds, seconds, norm, isOfAllSets);
  }

  public DirectionPlan withNorm(Norm other) {
    return new DirectionPlan(direction, frontEnds, reportSeconds, other, isOfAllSets);
  }

  public DirectionPlan withAllSets() {
    return new DirectionPlan(direction, frontEnds, reportSeconds, norm, true);
  }
}
