package io.evenkeel.client.file;

/**
 * Spares the NameNode those of a file system's open files that lack blocks: all of them together
 * ask for such blocks one after the other, and once a second at most. Thread-safe; time is the
 * caller's.
 */
public final class LookUpTurns {
  static final long BETWEEN_NANOS = 1_000_000_000L;

  private boolean isAsking;
  private boolean hasAsked;
  private long askedNanos;

  /** Whether somebody may ask now, who calls {@link #ends} after that. */
  public synchronized boolean begins(long nowNanos) {
    if (isAsking || (hasAsked && nowNanos - askedNanos < BETWEEN_NANOS)) {
      return false;
    }
    isAsking = true;
    hasAsked = true;
    askedNanos = nowNanos;
    return true;
  }

  /** Who was let has been answered, or will not be. */
  public synchronized void ends() {
    isAsking = false;
  }
}
