package io.evenkeel.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The end of a wait for conditions, on the monotonic clock. */
public record Deadline(long endNanos) {
  private static final long POLL_MILLIS = 5;

  public static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** What is left, never negative. */
  public long remainingNanos() {
    return Math.max(0, endNanos - System.nanoTime());
  }

  public boolean isOver() {
    return remainingNanos() == 0;
  }

  /** A condition that may fail for good, which ends the wait. */
  public interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Returns as soon as {@code condition} holds.
   *
   * @throws IOException with {@code otherwise} when it does not hold in time, or what the condition
   *     threw
   */
  public void await(Condition condition, Supplier<String> otherwise) throws IOException {
    while (!condition.holds()) {
      if (isOver()) {
        throw new IOException(otherwise.get());
      }
      pause();
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a process");
    }
  }
}
