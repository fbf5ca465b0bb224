package io.evenkeel.cli.doctor;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call that is waited for only so long, whatever it does. */
final class BoundedCall {
  /** What a call that was interrupted may take to give back what it holds. */
  private static final long GRACE_MILLIS = 1000;

  private BoundedCall() {}

  /**
   * Runs a call in a daemon thread of its own.
   *
   * @throws TimeoutException when it does not end in time; it was interrupted then
   * @throws Exception what it throws
   */
  static <T> T of(String name, Duration limit, Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "evenkeel-doctor-" + name);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      task.cancel(true);
      if (e instanceof TimeoutException) {
        thread.join(GRACE_MILLIS);
      }
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }
}
