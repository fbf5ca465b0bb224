package io.evenkeel.policy.direct;

/**
 * What is believed of one node's queue: Q_j and S_j of Hu et al. (SoCC 2017, section 2.3).
 *
 * @param queuedBytes Q_j, what it has still to serve of the read tasks that it has been given, the
 *     one in service included; infinite when the node is dead or nothing is known of it
 * @param bytesPerSecond S_j, how fast it serves them: finite and positive
 */
public record NodeQueue(double queuedBytes, double bytesPerSecond) {
  /** Of a node that is dead, or of which nothing is known: taken only where there is no other. */
  public static final NodeQueue UNREACHABLE = new NodeQueue(Double.POSITIVE_INFINITY, 1);

  private static final double NANOS_PER_SECOND = 1e9;

  public NodeQueue {
    if (!(queuedBytes >= 0)
        || !(bytesPerSecond > 0)
        || bytesPerSecond == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a queue is bytes >= 0 at a finite rate > 0, got "
              + queuedBytes
              + " bytes at "
              + bytesPerSecond
              + " bytes/s");
    }
  }

  /** How long what is queued takes. */
  public double waitNanos() {
    return queuedBytes / bytesPerSecond * NANOS_PER_SECOND;
  }

  /** Whether the node can be waited for. */
  public boolean isReachable() {
    return queuedBytes < Double.POSITIVE_INFINITY;
  }

  /** The same node with another queue. */
  public NodeQueue with(double otherQueuedBytes) {
    return new NodeQueue(otherQueuedBytes, bytesPerSecond);
  }
}
