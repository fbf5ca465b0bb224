package io.evenkeel.policy.direct;

/**
 * The load balancing metric F of problem (1) of Hu et al. (SoCC 2017, section 2.3), of the loads
 * L_j + Q_j that nodes are to have: bytes that were directed to them and bytes that they had.
 */
public enum Norm {
  /**
   * sum of (L_j + Q_j) / S_j: the time that all of it takes. Not in the paper, for it balances
   * nothing: with equal rates every read is a normal one.
   */
  L1,
  /** 1/2 sum of (L_j + Q_j)^2 / S_j: what the paper's experiments use. */
  L2,
  /** max of (L_j + Q_j) / S_j: the time until the last node is done. */
  L_INFINITY
}
