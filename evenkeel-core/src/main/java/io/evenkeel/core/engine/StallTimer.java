package io.evenkeel.core.engine;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Notices that nothing has arrived for too long, while somebody waits. Of a read's context. */
final class StallTimer {
  private final Scheduler scheduler;
  private final long stallNanos;
  private final Executor serial;
  private final BooleanSupplier waitedFor;
  private final LongConsumer stalled;
  private long lastProgressNanos;
  private Pending timer = Pending.DONE;
  private boolean cancelled;

  /**
   * @param waitedFor whether anything is owed to the caller now
   * @param stalled told how long nothing has arrived, at most once
   */
  StallTimer(
      Scheduler scheduler,
      long stallNanos,
      Executor serial,
      BooleanSupplier waitedFor,
      LongConsumer stalled) {
    this.scheduler = scheduler;
    this.stallNanos = stallNanos;
    this.serial = serial;
    this.waitedFor = waitedFor;
    this.stalled = stalled;
  }

  void start() {
    progress();
    arm(stallNanos);
  }

  /** Something has arrived, or it is only now that anybody waits. */
  void progress() {
    lastProgressNanos = scheduler.nanoTime();
  }

  void cancel() {
    cancelled = true;
    timer.cancel();
  }

  private void arm(long delayNanos) {
    long dueNanos = scheduler.nanoTime() + delayNanos;
    timer = scheduler.schedule(delayNanos, () -> serial.execute(() -> check(dueNanos)));
  }

  private void check(long dueNanos) {
    if (cancelled) {
      return;
    }
    long now = scheduler.nanoTime();
    long quiet = now - lastProgressNanos;
    if (now - dueNanos > stallNanos / 4) {
      // The process itself stood still, as a stopped one does: nothing could have arrived.
      progress();
      arm(stallNanos);
    } else if (!waitedFor.getAsBoolean()) {
      arm(stallNanos);
    } else if (quiet >= stallNanos) {
      stalled.accept(quiet);
    } else {
      arm(stallNanos - quiet);
    }
  }
}
