package io.evenkeel.client.stream;

import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for buffer memory, where the stock stream would ask the very node that is late: there it
 * would wait as well, and for longer than reads hold memory.
 */
final class MemoryWait {
  static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Memory that comes back by itself soon is nobody's loss. */
  private static final long ASK_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final long STEP_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(50);

  private final ReadServices services;

  MemoryWait(ReadServices services) {
    this.services = services;
  }

  /**
   * Starts a read, and tries again while it cannot be had.
   *
   * @param start empty while it cannot be had, as when there is no memory
   * @param isWorth whether to go on waiting
   * @param limitNanos for how long
   */
  Optional<ReadSession> start(
      Supplier<Optional<ReadSession>> start, BooleanSupplier isWorth, long limitNanos) {
    Optional<ReadSession> started = start.get();
    if (started.isPresent()) {
      return started;
    }
    long since = services.scheduler().nanoTime();
    long most = Math.min(limitNanos, MOST_NANOS);
    long step = STEP_NANOS;
    for (long waited = 0; started.isEmpty() && waited < most && isWorth.getAsBoolean(); ) {
      if (!services.budget().releaseLeft(waited) && waited >= ASK_AFTER_NANOS) {
        services.budget().askToYield(since + waited);
      }
      LockSupport.parkNanos(step);
      step = Math.min(STEP_NANOS_MAX, 2 * step);
      started = start.get();
      waited = services.scheduler().nanoTime() - since;
    }
    return started;
  }
}
