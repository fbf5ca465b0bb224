package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;

/**
 * Distributed power-of-two sampling, PW2 (Hu et al., SoCC 2017, section 2.5): the original and one
 * degraded read, drawn at random for RS, the local group for an LRC: of RS(6,3) seven probes for a
 * read, of LRC(6,2,2) four. None is drawn that is known to be impossible.
 */
public record PowerOfTwo() implements ProbePlan {
  @Override
  public RecoverySets candidates(DirectedRead read, QueueView known, RandomSource random) {
    CodedPartition partition = read.partition();
    return partition
        .sets()
        .without(index -> !partition.queue(index, known).isReachable())
        .drawn(random);
  }
}
