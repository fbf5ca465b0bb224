package io.evenkeel.testing.store;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Waits in tests: for an operation's answer, or until something holds. */
public final class Answer<T> implements Completion<T> {
  /** Longer than anything in a test takes; reaching it is a failure. */
  public static final long PATIENCE_SECONDS = 30;

  private static final long POLL_MILLIS = 5;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();
  private Pending pending;

  /** Starts an operation. */
  public static <T> Answer<T> of(Function<Completion<T>, Pending> operation) {
    Answer<T> answer = new Answer<>();
    answer.pending = operation.apply(answer);
    return answer;
  }

  @Override
  public void done(T value) {
    calls.incrementAndGet();
    future.complete(value);
  }

  @Override
  public void failed(Throwable cause) {
    calls.incrementAndGet();
    future.completeExceptionally(cause);
  }

  /** Withdraws the operation. */
  public void cancel() {
    pending.cancel();
  }

  /** How often the completion was called. */
  public int calls() {
    return calls.get();
  }

  /** The value; an operation that failed is a failure of the test. */
  public T value() {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("the operation failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no answer", e);
    }
  }

  /** The cause of failure; an operation that succeeded is a failure of the test. */
  public Throwable cause() {
    try {
      T value = future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("expected a failure, got " + value);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no answer", e);
    }
  }

  /** Whether the operation succeeded. */
  public boolean succeeded() {
    try {
      future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      return false;
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no answer", e);
    }
  }

  /** Waits until something holds. */
  public static void until(String what, BooleanSupplier holds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("still not: " + what);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted while waiting for: " + what, e);
      }
    }
  }
}
