package io.evenkeel.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other threads and processes bring about, never for a guessed time. */
public final class Await {
  private static final Duration AT_MOST = Duration.ofSeconds(60);

  private Await() {}

  /** Until it holds; fails when it does not within a minute. */
  public static void until(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + AT_MOST.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not come true within " + AT_MOST);
      }
      Thread.sleep(10);
    }
  }
}
