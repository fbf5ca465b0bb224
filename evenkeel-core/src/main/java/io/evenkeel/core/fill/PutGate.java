package io.evenkeel.core.fill;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Lets a bounded number of puts be under way in the process; the others wait in the order in which
 * they came. How many can wait is bounded by the memory budget, for each holds a fragment.
 * Thread-safe.
 */
final class PutGate {
  private final int limit;
  private final Set<Runnable> waiting = new LinkedHashSet<>();
  private int entered;

  PutGate(int limit) {
    this.limit = limit;
  }

  /** Runs {@code start} once there is room, now or from within somebody's {@link #leave}. */
  void enter(Runnable start) {
    synchronized (this) {
      if (entered == limit) {
        waiting.add(start);
        return;
      }
      entered++;
    }
    start.run();
  }

  /** Whether {@code start} was still waiting; it will not run. */
  synchronized boolean withdraw(Runnable start) {
    return waiting.remove(start);
  }

  /** Gives the room of one that was started to the next. */
  void leave() {
    Runnable next = null;
    synchronized (this) {
      Iterator<Runnable> first = waiting.iterator();
      if (first.hasNext()) {
        next = first.next();
        first.remove();
      } else {
        entered--;
      }
    }
    if (next != null) {
      next.run();
    }
  }

  /** How many were started and have not left. */
  synchronized int entered() {
    return entered;
  }
}
