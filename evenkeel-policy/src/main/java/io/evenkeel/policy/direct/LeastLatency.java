package io.evenkeel.policy.direct;

/**
 * <i>Least latency first</i>, LLF (Hu et al., SoCC 2017, section 2.4): what is over first. A task
 * is over after (Q_j + D) / S_j, a degraded read with its last task.
 *
 * <p>The paper calls it the l-infinity case of problem (1). Taken literally, the longest queue of
 * all nodes does not change with this request in nearly all cases; the latency of the request
 * itself is what the paper's text compares, and what this does.
 */
public final class LeastLatency implements LoadDirector {
  @Override
  public double task(long requestBytes, NodeQueue queue) {
    return (queue.queuedBytes() + requestBytes) / queue.bytesPerSecond();
  }

  @Override
  public double both(double some, double more) {
    return Math.max(some, more);
  }
}
