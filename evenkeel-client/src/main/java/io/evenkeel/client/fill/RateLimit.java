package io.evenkeel.client.fill;

/**
 * Lets bytes pass at a rate, which may change: who takes some is told how long to wait first. What
 * was not taken for a while adds up to {@link #BURST_NANOS} worth of bytes, no more. Thread-safe.
 */
public final class RateLimit {
  static final long BURST_NANOS = 100_000_000;

  private double nanosPerByte;
  private boolean started;

  /** When everything that was taken has passed. */
  private long freeNanos;

  /**
   * Sets the rate for what is taken from now on.
   *
   * @param bytesPerSecond greater than 0
   */
  public synchronized void set(long bytesPerSecond) {
    if (bytesPerSecond <= 0) {
      throw new IllegalArgumentException("a rate must be > 0 bytes/s, got " + bytesPerSecond);
    }
    nanosPerByte = 1e9 / bytesPerSecond;
  }

  /** Takes so many bytes and returns how many nanoseconds to wait before they may be read. */
  public synchronized long take(long bytes, long nowNanos) {
    if (!started || freeNanos - (nowNanos - BURST_NANOS) < 0) {
      started = true;
      freeNanos = nowNanos - BURST_NANOS;
    }
    freeNanos += (long) (bytes * nanosPerByte);
    return Math.max(0, freeNanos - nowNanos);
  }
}
