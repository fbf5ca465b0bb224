package io.evenkeel.testing.engine;

import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.Scheduler;
import java.util.function.Supplier;

/** Something, such as a ticket, that comes to be known during a read. */
public final class KnownLater<T> implements Knowledge, Supplier<T> {
  private final Scheduler clock;
  private final T before;
  private final T after;
  private final long knownNanos;
  private final boolean expected;

  /**
   * @param knownNanos from when on it is known
   * @param expected whether it is known before that something is to come
   */
  public KnownLater(Scheduler clock, T before, T after, long knownNanos, boolean expected) {
    this.clock = clock;
    this.before = before;
    this.after = after;
    this.knownNanos = knownNanos;
    this.expected = expected;
  }

  private boolean isKnown() {
    return clock.nanoTime() >= knownNanos;
  }

  @Override
  public T get() {
    return isKnown() ? after : before;
  }

  @Override
  public long version() {
    return isKnown() ? 1 : 0;
  }

  @Override
  public boolean mayGrow() {
    return expected && !isKnown();
  }
}
