package io.evenkeel.core.engine;

import io.evenkeel.core.port.LaneRefusedException;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads that fail, and those that this process only had no thread or memory for: these may be asked
 * again, a few times and later each time. Of the read's serial context.
 */
final class Refusals {
  /** How soon a refused read may be asked again; each later time after twice as long. */
  static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  /** The last time is after 375 ms, when the stock read of it is not much slower any more. */
  private static final int TIMES_MAX = 4;

  /** Takes what may be asked again. */
  @FunctionalInterface
  interface Again {
    void again(GroupRun group, int read);
  }

  private final Scheduler scheduler;
  private final Consumer<Runnable> inContext;
  private final Again again;

  Refusals(Scheduler scheduler, Consumer<Runnable> inContext, Again again) {
    this.scheduler = scheduler;
    this.inContext = inContext;
    this.again = again;
  }

  /** An asked read will not arrive, or not for now; answers the reads to ask now. */
  List<Integer> failed(GroupRun group, int read, Throwable cause) {
    int times = cause instanceof LaneRefusedException ? group.countRefusal(read) : TIMES_MAX + 1;
    if (times > TIMES_MAX) {
      return group.tracker().failed(read);
    }
    Pending later =
        scheduler.schedule(
            FIRST_NANOS << (times - 1), () -> inContext.accept(() -> again.again(group, read)));
    // With the time itself at an end nothing is asked again.
    return later == Pending.DONE ? group.tracker().failed(read) : group.tracker().refused(read);
  }
}
