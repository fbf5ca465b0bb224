package io.evenkeel.core.fill;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * For how long nobody who was asked has answered: since the last answer, and where none has come
 * since, from the first question on that is still open. Thread-safe.
 */
final class Silence {
  private final LongSupplier nanoTime;
  private int open;
  private long sinceNanos;

  Silence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.sinceNanos = nanoTime.getAsLong();
  }

  /** A question is asked. */
  synchronized Question asked() {
    if (open == 0) {
      sinceNanos = nanoTime.getAsLong();
    }
    open++;
    return new Question();
  }

  /** Something happens here; that breaks no silence of others. */
  synchronized void stirred() {
    if (open == 0) {
      sinceNanos = nanoTime.getAsLong();
    }
  }

  /** How long it may still last until it has lasted for so long. */
  synchronized long leftNanos(Duration limit) {
    return sinceNanos + limit.toNanos() - nanoTime.getAsLong();
  }

  /** One that is open until it is answered or given up. */
  final class Question {
    private boolean over;

    void answered() {
      synchronized (Silence.this) {
        sinceNanos = nanoTime.getAsLong();
        givenUp();
      }
    }

    /** Idempotent. */
    void givenUp() {
      synchronized (Silence.this) {
        open -= over ? 0 : 1;
        over = true;
      }
    }
  }
}
