package io.evenkeel.policy.load;

import io.evenkeel.core.model.NodeId;

/**
 * What one node did in the window, as one kind of witness saw it. Only nodes that did something
 * have a rate: {@code busyNanos > 0}.
 *
 * @param bytesPerSecond the service rate: of one witness its bytes over its busy time, so that long
 *     requests weigh more than short ones; of several their median, in which each counts once
 * @param bytes of all witnesses, as is the time
 * @param effectiveSamples how many equally long reads would say as much (Kish's effective sample
 *     size over busy time): one long read among short ones counts for little more than one
 */
public record NodeRate(
    NodeId node,
    Origin origin,
    double bytesPerSecond,
    long bytes,
    long busyNanos,
    double effectiveSamples,
    long windowNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Who saw what. Rates of different origin measure different things and are never compared. */
  public enum Origin {
    /** Clients, by long requests: their bytes over the time in which they waited for them. */
    CLIENT,
    /**
     * Clients, by short requests, of which much is connecting and seeking. Often all that there is
     * of a straggler, for readers that know it go around it after their first bytes.
     */
    CLIENT_SHORT,
    /** The DataNode itself: bytes of reads that ended over their durations. */
    JMX
  }

  public NodeRate {
    if (busyNanos <= 0) {
      throw new IllegalArgumentException(
          "the rate of %s is unknown: it was busy for %d ns".formatted(node, busyNanos));
    }
  }

  /** What one witness saw. */
  static NodeRate of(
      NodeId node,
      Origin origin,
      long bytes,
      long busyNanos,
      double effectiveSamples,
      long windowNanos) {
    return new NodeRate(
        node,
        origin,
        bytes * NANOS_PER_SECOND / busyNanos,
        bytes,
        busyNanos,
        effectiveSamples,
        windowNanos);
  }
}
