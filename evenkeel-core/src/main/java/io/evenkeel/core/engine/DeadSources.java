package io.evenkeel.core.engine;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.LaneRefusedException;
import io.evenkeel.core.port.Scheduler;
import java.util.HashMap;
import java.util.Map;

/**
 * The sources that have failed in a read and are not asked for now: what is wrong at its source
 * never again, others once a node may be back. Of the read's serial context.
 */
final class DeadSources {
  private final Scheduler scheduler;
  private final long memoryNanos;
  private final Map<Source, Death> dead = new HashMap<>();

  private record Death(Throwable cause, long untilNanos, boolean isForGood) {}

  /**
   * @param memoryNanos for how long one that failed is not asked again
   */
  DeadSources(Scheduler scheduler, long memoryNanos) {
    this.scheduler = scheduler;
    this.memoryNanos = memoryNanos;
  }

  /** A lane of it has failed. */
  void died(Source source, Throwable cause) {
    boolean isForGood = ReportBuilder.isBroken(cause) || cause instanceof BrokenLaneException;
    // That this process had no thread or buffer may be over by the time it is asked again.
    boolean isRefusal = cause instanceof LaneRefusedException;
    long until = scheduler.nanoTime() + (isRefusal ? Refusals.FIRST_NANOS : memoryNanos);
    Death before = dead.get(source);
    if (before == null || isForGood || (!before.isForGood() && until - before.untilNanos() > 0)) {
      dead.put(source, new Death(cause, until, isForGood));
    }
  }

  /** Why a source is not asked now; null when it is. */
  Throwable cause(Source source) {
    Death death = dead.get(source);
    if (death == null) {
      return null;
    }
    if (!death.isForGood() && death.untilNanos() - scheduler.nanoTime() <= 0) {
      dead.remove(source);
      return null;
    }
    return death.cause();
  }
}
