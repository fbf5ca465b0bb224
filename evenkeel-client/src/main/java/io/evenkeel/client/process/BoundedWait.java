package io.evenkeel.client.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Waits for what is told by a callback, and for no longer than can be afforded. */
public final class BoundedWait {
  private BoundedWait() {}

  /**
   * Waits until it is done, the time is over or this thread is interrupted, which stays so.
   *
   * @param start starts it; runs what it is given when that is done, on any thread
   */
  public static void until(Consumer<Runnable> start, long limitNanos) {
    CountDownLatch done = new CountDownLatch(1);
    start.accept(done::countDown);
    try {
      // By its own clock: whoever is to tell may lack a thread.
      done.await(limitNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
