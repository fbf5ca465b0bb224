package io.evenkeel.client.read;

import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.policy.reading.WideReads;

/**
 * How many threads of this process read, and how much longer than alone each of them therefore
 * waits. Thread-safe.
 */
public final class Crowd {
  private final Watchdog watchdog;
  private final ReadBudget budget;
  private final WideReads wideReads;

  public Crowd(Watchdog watchdog, ReadBudget budget, WideReads wideReads) {
    this.watchdog = watchdog;
    this.budget = budget;
    this.wideReads = wideReads;
  }

  /** How many threads read now, by lanes or from a stream of their own. */
  public long readers() {
    return watchdog.readers() + budget.active();
  }

  /**
   * The most there were lately of those that read from a stream of their own, however little, or
   * now by lanes, too: threads that begin together are not all there at once.
   */
  public long readersLately() {
    return Math.max(readers(), watchdog.readersLately());
  }

  /**
   * How many times longer than alone a thread waits for its turn on a core. Who reads by lanes
   * takes turns, too: else the first to go wide would draw all others.
   */
  public double timesAtCores() {
    return watchdog.crowdAtCores(budget.active());
  }

  /** The same for a core or for others at its node, as far as chance has brought them together. */
  public double times() {
    double atNode = wideReads.readersAtNode(readers());
    return Math.max(timesAtCores(), Math.min(Watchdog.CROWD_MAX, atNode));
  }
}
