package io.evenkeel.core.engine;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Asks lanes for what groups are to get, at once or when there is memory for it. Of the read's
 * serial context.
 */
final class GroupAsks {
  /** Takes what cannot even be asked; not within the call that asks. */
  @FunctionalInterface
  interface Failures {
    void failed(GroupRun group, int read, Throwable cause);
  }

  private final LaneSet lanes;
  private final ActiveGroups active;
  private final Holdings holdings;
  private final LongSupplier nextByte;
  private final LongSupplier silentNanos;
  private final Failures failures;

  /**
   * @param nextByte what the caller gets next
   * @param silentNanos a group is denied nothing whose source has brought nothing for so long
   */
  GroupAsks(
      LaneSet lanes,
      ActiveGroups active,
      Holdings holdings,
      LongSupplier nextByte,
      LongSupplier silentNanos,
      Failures failures) {
    this.lanes = lanes;
    this.active = active;
    this.holdings = holdings;
    this.nextByte = nextByte;
    this.silentNanos = silentNanos;
    this.failures = failures;
  }

  /** A source of a group is late and has brought nothing for so long. */
  void silent(GroupRun group, long nanos) {
    if (nanos >= silentNanos.getAsLong() && isAwaited(group)) {
      group.denyNothing();
    }
  }

  /**
   * Whether a group is denied nothing: its caller has waited for a silent source of it, this one or
   * one before it, or nothing more is to be asked than what verifies it.
   */
  boolean isDeniedNothing(GroupRun group) {
    return group.isDeniedNothing() || group.tracker().isOnlyToBeVerified();
  }

  /** Whether the caller waits for this group. */
  boolean isAwaited(GroupRun group) {
    return active.isAwaited(group, nextByte.getAsLong());
  }

  /**
   * Asks besides what the group was launched with.
   *
   * @return false when there is no memory for it now, so that it is asked by {@link #deferred}
   */
  boolean ask(GroupRun group, List<Integer> reads) {
    if (reads.isEmpty() || isAwaited(group) || holdings.fits(active, 0)) {
      now(group, reads);
      return true;
    }
    group.defer(reads);
    return false;
  }

  /** Asks, whether there is memory or not. */
  void now(GroupRun group, List<Integer> reads) {
    for (int read : reads) {
      Throwable dead = lanes.deadCause(group.read(read).source());
      if (dead != null) {
        group.neverAsked(read);
        failures.failed(group, read, dead);
      } else {
        group.asked(read);
        lanes.ask(group, read);
      }
    }
  }

  /**
   * Asks what there was no memory to ask at once: for the group that the caller waits for in any
   * case, and for the first one when nothing else goes on.
   */
  void deferred() {
    for (GroupRun group : active.all()) {
      if (group.hasDeferred()
          && (isAwaited(group)
              || holdings.fits(active, group.deferredBytes(holdings.buffers()))
              || !isMoving())) {
        now(group, group.takeDeferred());
      }
    }
  }

  private boolean isMoving() {
    return holdings.lends() || active.oweInTime();
  }
}
