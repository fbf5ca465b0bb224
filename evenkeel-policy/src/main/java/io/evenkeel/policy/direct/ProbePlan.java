package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;

/**
 * Whom to ask for their queues before a read is directed. A probe is no reservation: others may
 * decide by the same answers.
 */
public interface ProbePlan {
  /** The degraded reads that are considered. */
  RecoverySets candidates(DirectedRead read, QueueView known, RandomSource random);

  /**
   * The first step of a decision. By default all nodes of the original and the candidates are asked
   * at once. Nodes that are known to be dead are not asked. When no way remains of those that were
   * asked about, all other nodes of the group are asked, too.
   *
   * @param known of each node its rate S_j and whether it is known to be dead; the queues in it are
   *     not looked at
   */
  default ProbeStep begin(
      LoadDirector director, DirectedRead read, QueueView known, RandomSource random) {
    return new Probing(director, read, candidates(read, known, random), known).askAll();
  }
}
