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
    return reset();
  }

  /**
   * For whoever says by a line of its own, now and then, what is left where no such line came any
   * more.
   *
   * @return how many were not said since the last line, which are taken for said then; 0 until that
   *     is two periods ago, for in the second the next such line may say it
   */
  public synchronized long takeUnsaid(long nowNanos) {
    if (unsaid == 0 || nowNanos - saidNanos < 2 * periodNanos) {
      return 0;
    }
    saidNanos = nowNanos;
    return reset();
  }

  private long reset() {
    long all = unsaid;
    unsaid = 0;
    return all;
  }
}
