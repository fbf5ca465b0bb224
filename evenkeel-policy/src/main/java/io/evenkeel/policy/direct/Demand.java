package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;
import java.util.Objects;

/**
 * What is expected to be read of a partition until the next refresh, and the degraded reads that
 * may serve it.
 *
 * @param sets of C_i those that the optimiser may use
 * @param bytes D_i T, the bytes per second times the period for which the table is made. The paper
 *     adds D_i (bytes per second) to Q_j (bytes), equations (1) and (2), which needs such a period;
 *     it names none.
 */
public record Demand(CodedPartition partition, RecoverySets sets, double bytes) {
  public Demand {
    Objects.requireNonNull(partition, "partition is null");
    Objects.requireNonNull(sets, "sets is null");
    if (!(bytes >= 0) || bytes == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a demand is finite bytes >= 0, got " + bytes + " of partition " + partition.id());
    }
  }

  /**
   * With one degraded read (section 3.1 of the paper): drawn for RS, anew with each table, of an
   * LRC the local group.
   *
   * @param queues who is dead is not drawn
   */
  public static Demand ofOneSet(
      CodedPartition partition, double bytes, QueueView queues, RandomSource random) {
    RecoverySets alive =
        partition.sets().without(index -> !partition.queue(index, queues).isReachable());
    return new Demand(partition, alive.drawn(random), bytes);
  }

  /** With all degraded reads. */
  public static Demand ofAllSets(CodedPartition partition, double bytes) {
    return new Demand(partition, partition.sets(), bytes);
  }
}
