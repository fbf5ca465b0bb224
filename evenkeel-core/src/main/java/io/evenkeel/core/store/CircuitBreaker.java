package io.evenkeel.core.store;

/**
 * Keeps calls from a peer that does not answer. Closed: all calls pass. After so many failures in a
 * row it opens: no call passes until a delay is over, then one call at a time passes as a probe; an
 * answer closes it, a failure keeps it open for another delay. Every call that passed ends in
 * exactly one of {@link #answered}, {@link #failed} and {@link #withdrawn}. Thread-safe; time is
 * the caller's.
 */
public final class CircuitBreaker {
  /** What one report changed, for the one log line. */
  public enum Change {
    NONE,
    OPENED,
    CLOSED
  }

  /** Leave to make one call. */
  public enum Permit {
    REFUSED,
    CALL,
    PROBE
  }

  private final int failuresToOpen;
  private final long probeDelayNanos;
  private int failures;
  private boolean open;
  private boolean probing;
  private long probeAtNanos;

  public CircuitBreaker(int failuresToOpen, long probeDelayNanos) {
    if (failuresToOpen <= 0 || probeDelayNanos < 0) {
      throw new IllegalArgumentException(
          "a circuit breaker needs failuresToOpen > 0 and probeDelayNanos >= 0, got %d and %d"
              .formatted(failuresToOpen, probeDelayNanos));
    }
    this.failuresToOpen = failuresToOpen;
    this.probeDelayNanos = probeDelayNanos;
  }

  /** Asks for one call. */
  public synchronized Permit request(long nowNanos) {
    if (!open) {
      return Permit.CALL;
    }
    if (probing || nowNanos - probeAtNanos < 0) {
      return Permit.REFUSED;
    }
    probing = true;
    return Permit.PROBE;
  }

  /** The peer answered, whatever it said. */
  public synchronized Change answered(Permit permit) {
    if (open && permit != Permit.PROBE) {
      return Change.NONE;
    }
    failures = 0;
    probing = false;
    boolean wasOpen = open;
    open = false;
    return wasOpen ? Change.CLOSED : Change.NONE;
  }

  /** The peer did not answer in time, or could not be reached. */
  public synchronized Change failed(Permit permit, long nowNanos) {
    if (permit == Permit.PROBE) {
      probing = false;
      probeAtNanos = nowNanos + probeDelayNanos;
      return Change.NONE;
    }
    if (open || ++failures < failuresToOpen) {
      return Change.NONE;
    }
    open = true;
    probeAtNanos = nowNanos + probeDelayNanos;
    return Change.OPENED;
  }

  /** The caller lost interest before the peer answered: says nothing about the peer. */
  public synchronized void withdrawn(Permit permit) {
    if (permit == Permit.PROBE) {
      probing = false;
    }
  }

  public synchronized boolean isOpen() {
    return open;
  }
}
