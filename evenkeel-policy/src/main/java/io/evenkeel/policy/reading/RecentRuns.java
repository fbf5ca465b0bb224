package io.evenkeel.policy.reading;

import java.util.Arrays;

/**
 * How far the streams of a process went lately before they sought or were closed: a stream that has
 * just been opened says nothing about itself, and the tasks of a job read alike. Thread-safe; no
 * clock.
 */
public final class RecentRuns {
  private static final int RUNS = 16;

  /** Of the latest, in no order; 0 for none. */
  private final long[] bytes = new long[RUNS];

  private int next;

  /** A run of so many bytes has ended; of none, nothing is learned. */
  public synchronized void ended(long runBytes) {
    if (runBytes > 0) {
      bytes[next] = runBytes;
      next = (next + 1) % RUNS;
    }
  }

  /** At least half of them went no farther; 0 while less than half as many have ended. */
  public synchronized long usualBytes() {
    long[] sorted = bytes.clone();
    Arrays.sort(sorted);
    return sorted[RUNS / 2];
  }
}
