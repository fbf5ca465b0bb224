package io.evenkeel.policy.load;

import java.util.Arrays;

/**
 * Sums over the latest slots of time; adding and forgetting take constant memory. What is too much
 * to count stays the most that can be counted: whoever tells of years does not turn into nothing.
 */
final class SlidingTotals {
  private final long slotNanos;
  private final long[] bytes;
  private final long[] busyNanos;
  private final double[] busySquares;
  private long newestSlot;
  private boolean used;

  SlidingTotals(RateSettings settings) {
    slotNanos = settings.slotNanos();
    bytes = new long[settings.slots()];
    busyNanos = new long[settings.slots()];
    busySquares = new double[settings.slots()];
  }

  /** Adds reads that took this long together, each its share. */
  void add(long nowNanos, long addedBytes, long addedNanos, long reads) {
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
    return (int) Math.floorMod(slot, (long) bytes.length);
  }

  long bytes() {
    return Arrays.stream(bytes).reduce(0, SlidingTotals::sum);
  }

  long busyNanos() {
    return Arrays.stream(busyNanos).reduce(0, SlidingTotals::sum);
  }

  /** Kish's effective sample size, with busy times as weights. */
  double effectiveSamples() {
    double squares = Arrays.stream(busySquares).sum();
    double busy = busyNanos();
    return squares == 0 ? 0 : busy * busy / squares;
  }

  void clear() {
    Arrays.fill(bytes, 0);
    Arrays.fill(busyNanos, 0);
    Arrays.fill(busySquares, 0);
  }
}
