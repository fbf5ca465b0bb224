package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;

/**
 * Every node of the group is asked, and every degraded read is considered (Hu et al., SoCC 2017,
 * section 3.1): of RS(6,3) nine probes for a read, of LRC(6,2,2) ten.
 */
public record FullProbing() implements ProbePlan {
  @Override
  public RecoverySets candidates(DirectedRead read, QueueView known, RandomSource random) {
    return read.partition().sets();
  }
}
