package io.evenkeel.policy.load;

import java.util.Arrays;

/**
 * Sums over the latest slots of time; adding and forgetting take constant memory. What is too much
 * to count stays the most that can be counted: whoever tells of years does not turn into nothing.
 */
final class SlidingTotals {
  private final long slotNanos;
  private final int slots;

  // Many are never added to: these have no slots.
  private long[] bytes = new long[0];
  private long[] busyNanos = bytes;
  private double[] busySquares = new double[0];
  private long newestSlot;
  private boolean used;

  SlidingTotals(RateSettings settings) {
    slotNanos = settings.slotNanos();
    slots = settings.slots();
  }

  /** Adds reads that took this long together, each its share. */
  void add(long nowNanos, long addedBytes, long addedNanos, long reads) {
    if (bytes.length == 0) {
      bytes = new long[slots];
      busyNanos = new long[slots];
      busySquares = new double[slots];
    }
    slide(nowNanos);
    int at = index(newestSlot);
    bytes[at] = sum(bytes[at], addedBytes);
    busyNanos[at] = sum(busyNanos[at], addedNanos);
    busySquares[at] += (double) addedNanos * addedNanos / Math.max(1, reads);
  }

  /** Forgets what is older than the window. A clock that goes back adds to the newest slot. */
  void slide(long nowNanos) {
    long slot = Math.floorDiv(nowNanos, slotNanos);
    if (!used) {
      newestSlot = slot;
      used = true;
    }
    long steps = Math.min(slot - newestSlot, bytes.length);
    for (long step = 0; step < steps; step++) {
      int at = index(slot - step);
      bytes[at] = 0;
      busyNanos[at] = 0;
      busySquares[at] = 0;
    }
    newestSlot = Math.max(newestSlot, slot);
  }

  private static long sum(long one, long other) {
    return one + other < 0 ? Long.MAX_VALUE : one + other;
  }

  private int index(long slot) {
    return (int) Math.floorMod(slot, (long) slots);
  }

  long bytes() {
    return sum(bytes);
  }

  long busyNanos() {
    return sum(busyNanos);
  }

  private static long sum(long... values) {
    long all = 0;
    for (long value : values) {
      all = sum(all, value);
    }
    return all;
  }

  /** Kish's effective sample size, with busy times as weights. */
  double effectiveSamples() {
    double squares = 0;
    for (double value : busySquares) {
      squares += value;
    }
    double busy = busyNanos();
    return squares == 0 ? 0 : busy * busy / squares;
  }

  void clear() {
    Arrays.fill(bytes, 0);
    Arrays.fill(busyNanos, 0);
    Arrays.fill(busySquares, 0);
  }
}
