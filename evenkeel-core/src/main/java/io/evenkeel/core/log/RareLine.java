package io.evenkeel.core.log;

/**
 * Lets a line for people through once in a while, with how many it stands for: trouble that hits
 * one read hits thousands. Thread-safe; time is the caller's.
 */
public final class RareLine {
  private final long periodNanos;
  private boolean said;
  private long saidNanos;
  private long unsaid;

  public RareLine(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /**
   * Asks to say a line.
   *
   * @return how many were not said since the last that was; negative when this is not to be said
   *     either
   */
  public synchronized long unsaidBefore(long nowNanos) {
    if (said && nowNanos - saidNanos < periodNanos) {
      unsaid++;
      return -1;
    }
    said = true;
    saidNanos = nowNanos;
    long before = unsaid;
    unsaid = 0;
    return before;
  }
}
