package io.evenkeel.core.fill;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One asynchronous operation of a serial context that always ends: by its answer or by its timeout,
 * whichever is first, told once and in that context. Cancelled, it tells nothing.
 */
final class TimedCall<T> implements Completion<T>, Pending {
  private final Executor serial;
  private final Completion<T> then;
  private boolean over;
  private Pending operation = DONE;
  private Pending timer = DONE;

  private TimedCall(Executor serial, Completion<T> then) {
    this.serial = serial;
    this.then = then;
  }

  /** Starts an operation. To be called, like {@link #cancel()}, in the serial context. */
  static <T> Pending start(
      Scheduler scheduler,
      Executor serial,
      Duration timeout,
      Function<Completion<T>, Pending> operation,
      Completion<T> then) {
    TimedCall<T> call = new TimedCall<>(serial, then);
    call.timer =
        scheduler.schedule(timeout.toNanos(), () -> call.tell(() -> call.expired(timeout)));
    try {
      call.operation = operation.apply(call);
    } catch (Throwable e) {
      call.failed(e);
    }
    return call;
  }

  @Override
  public void done(T value) {
    tell(() -> end(() -> then.done(value)));
  }

  @Override
  public void failed(Throwable cause) {
    tell(() -> end(() -> then.failed(cause)));
  }

  @Override
  public void cancel() {
    if (!over) {
      over = true;
      timer.cancel();
      operation.cancel();
    }
  }

  private void expired(Duration timeout) {
    if (!over) {
      operation.cancel();
      end(() -> then.failed(new TimeoutException("no answer in " + timeout.toMillis() + " ms")));
    }
  }

  private void end(Runnable last) {
    if (!over) {
      over = true;
      timer.cancel();
      last.run();
    }
  }

  private void tell(Runnable event) {
    serial.execute(event);
  }
}
