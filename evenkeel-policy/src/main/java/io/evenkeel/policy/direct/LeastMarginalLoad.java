package io.evenkeel.policy.direct;

/**
 * <i>Least marginal load first</i>, LMLF (Hu et al., SoCC 2017, section 2.4): what adds least to
 * the l2 norm of the queues. A task adds D (Q_j + D/2) / S_j, equation (6), and a degraded read the
 * sum of its tasks, equation (7): each of k tasks counts, so degraded reads are launched where they
 * relieve and not merely where they are as fast.
 */
public final class LeastMarginalLoad implements LoadDirector {
  @Override
  public double task(long requestBytes, NodeQueue queue) {
    return requestBytes * (queue.queuedBytes() + requestBytes / 2.0) / queue.bytesPerSecond();
  }

  @Override
  public double both(double some, double more) {
    return some + more;
  }
}
