package io.evenkeel.client.stream;

import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadServices;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits for the buffer memory that reads share, where the stock stream would ask the very node that
 * is late, or one that nobody watches: there it would wait as well, and for longer than reads hold
 * memory. Streams take turns with it ({@link ReadBudget#askToYield}); what the waiting thread has
 * itself left in other streams is taken at once, for nobody would give that up meanwhile.
 * Thread-safe.
 */
final class MemoryWait {
  /** The first pause between two tries. */
  static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

  /** Memory that comes back by itself soon is nobody's loss. */
  private static final long ASK_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What is released may be less than a read needs, and others may be quicker to take it. */
  private static final int TRIES_PAST_LIMIT_MAX = 8;

  private final ReadBudget budget;
  private final LongSupplier nanoTime;
  private final LongConsumer pause;
  private final long stepNanosMax;

  /**
   * @param pause waits for so many nanoseconds, or less
   * @param stepNanosMax the longest pause: each is twice the one before
   */
  MemoryWait(ReadBudget budget, LongSupplier nanoTime, LongConsumer pause, long stepNanosMax) {
    this.budget = budget;
    this.nanoTime = nanoTime;
    this.pause = pause;
    this.stepNanosMax = stepNanosMax;
  }

  /** By the clock of a process. */
  MemoryWait(ReadServices services, long stepNanosMax) {
    this(services.budget(), services.scheduler()::nanoTime, LockSupport::parkNanos, stepNanosMax);
  }

  /**
   * Tries again to start a read that could not be had.
   *
   * @param start empty while it cannot be had
   * @param isWorth whether to go on waiting
   * @param limitNanos for how long, as it is at each look; past it only what others have left is
   *     taken, by a few more tries
   */
  <T> Optional<T> again(
      Supplier<Optional<T>> start, BooleanSupplier isWorth, LongSupplier limitNanos) {
    long since = nanoTime.getAsLong();
    long stepNanos = STEP_NANOS;
    int triesPastLimit = 0;
    Optional<T> started = Optional.empty();
    while (started.isEmpty() && isWorth.getAsBoolean()) {
      long waitedNanos = nanoTime.getAsLong() - since;
      boolean isReleased = budget.releaseLeft(waitedNanos);
      boolean isOver = waitedNanos >= limitNanos.getAsLong();
      if (isOver && (!isReleased || ++triesPastLimit > TRIES_PAST_LIMIT_MAX)) {
        break;
      }
      if (!isReleased && waitedNanos >= ASK_AFTER_NANOS) {
        budget.askToYield(since + waitedNanos);
      }
      started = isReleased ? start.get() : Optional.empty();
      if (started.isEmpty()) {
        pause.accept(isReleased ? STEP_NANOS : stepNanos);
        stepNanos = Math.min(stepNanosMax, 2 * stepNanos);
        started = start.get();
      }
    }
    return started;
  }
}
