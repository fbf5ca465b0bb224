package io.evenkeel.testing;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

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

  /**
   * Runs something on a thread that ends with the JVM, until it stands in a certain place.
   *
   * @param where of any of its frames
   */
  public static Thread inside(Runnable running, Predicate<StackTraceElement> where)
      throws InterruptedException {
    Thread thread = new Thread(running);
    thread.setDaemon(true);
    thread.start();
    until(() -> Arrays.stream(thread.getStackTrace()).anyMatch(where));
    return thread;
  }
}
