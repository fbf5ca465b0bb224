package io.evenkeel.policy.direct;

/**
 * <i>Normal</i> (Hu et al., SoCC 2017, section 3.1): the fewest read tasks, so the normal read,
 * however long its queue. A degraded read only where the original's node cannot be reached; after a
 * timeout that is for the caller to say, by a view in which it cannot be.
 */
public final class OriginalFirst implements LoadDirector {
  @Override
  public double task(long requestBytes, NodeQueue queue) {
    return queue.isReachable() ? 1 : Double.POSITIVE_INFINITY;
  }

  @Override
  public double both(double some, double more) {
    return some + more;
  }
}
