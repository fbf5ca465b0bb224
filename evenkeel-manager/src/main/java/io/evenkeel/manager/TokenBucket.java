package io.evenkeel.manager;

/**
 * Limits bytes a second: what has been saved up, at most a second's worth, may be spent at once,
 * and whoever finds some may overdraw; the next waits until the debt is paid. So what is larger
 * than a second's worth passes too. Of what one overdraws no more than {@value #DEBT_SECONDS_MAX}
 * seconds' worth is owed, or a GiB if that is more, which stripes are no longer than as a rule:
 * nobody's claim of a length keeps all others waiting for hours.
 */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;
  static final int DEBT_SECONDS_MAX = 60;
  private static final double DEBT_BYTES_MIN = 1 << 30;

  private final double bytesPerSecond;
  private double saved;
  private long asOfNanos;
  private boolean started;

  /** A full one. */
  TokenBucket(long bytesPerSecond) {
    this.bytesPerSecond = (double) bytesPerSecond;
    this.saved = this.bytesPerSecond;
  }

  /** Whether something may be spent now. */
  boolean hasSome(long nowNanos) {
    if (started && nowNanos > asOfNanos) {
      saved += (nowNanos - asOfNanos) / NANOS_PER_SECOND * bytesPerSecond;
      saved = Math.min(saved, bytesPerSecond);
    }
    asOfNanos = started ? Math.max(asOfNanos, nowNanos) : nowNanos;
    started = true;
    return saved > 0;
  }

  void spend(long bytes) {
    saved = Math.max(saved - bytes, -Math.max(DEBT_BYTES_MIN, DEBT_SECONDS_MAX * bytesPerSecond));
  }
}
