package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;

/** A policy of load direction: how reads of coded partitions choose their nodes. Immutable. */
public interface LoadDirection {
  /** What a direction must be told of queues. */
  enum Belief {
    /** Rates, and who is dead. Queues are asked for where they are needed. */
    RATES,
    /**
     * The queues as of the last refresh, every node asked once in a while (section 3.1 of Hu et
     * al., SoCC 2017). What has been directed or served since is not seen, so that everybody goes
     * to the same idle nodes until the next one.
     */
    LAZY,
    /** The same carried on to now: {@link ProjectedQueues}. */
    PROJECTED,
    /** The queues as of the last refresh, and a table that was optimised by them. */
    TABLE
  }

  /** The name by which it is chosen. */
  String name();

  /** What {@code known} has to hold when a read begins. */
  Belief belief();

  /**
   * The first step of a decision. A node that is known to be dead is neither asked nor read where
   * there is another way; where there is none, the normal read is the answer.
   *
   * @param random where what is drawn comes from
   */
  ProbeStep begin(DirectedRead read, Known known, RandomSource random);
}
