package io.evenkeel.cli.report;

import java.util.Arrays;

/**
 * Times from a microsecond to an hour, counted by classes of which each ends 2 % above the one
 * before: any number of times in little memory. Shorter ones are nothing.
 */
public final class TimeCounts {
  private static final double LEAST_NANOS = 1000;
  private static final double RATIO = 1.02;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int CLASSES = 1120;

  /** The first is of what is nothing. */
  private final long[] counts = new long[CLASSES];

  private long all;
  private double sumNanos;

  public void add(long nanos) {
    int at = 0;
    if (nanos >= LEAST_NANOS) {
      at = 1 + (int) (Math.log(nanos / LEAST_NANOS) / Math.log(RATIO));
    }
    counts[Math.min(at, CLASSES - 1)]++;
    all++;
    sumNanos += nanos;
  }

  public void addAll(TimeCounts others) {
    Arrays.setAll(counts, i -> counts[i] + others.counts[i]);
    all += others.all;
    sumNanos += others.sumNanos;
  }

  /** How many there are. */
  public long count() {
    return all;
  }

  /** Of all, exactly; 0 of none. */
  public double meanSeconds() {
    return all == 0 ? 0 : sumNanos / all / NANOS_PER_SECOND;
  }

  /** The middle of a class, by ratio. */
  private static double seconds(int at) {
    return at == 0 ? 0 : LEAST_NANOS / NANOS_PER_SECOND * Math.pow(RATIO, at - 0.5);
  }

  /**
   * The time that so many do not exceed, to 1 %; 0 of none.
   *
   * @param share from 0 to 1
   */
  public double quantileSeconds(double share) {
    long left = Math.max(1, (long) Math.ceil(share * all));
    for (int at = 0; at < CLASSES; at++) {
      left -= counts[at];
      if (left <= 0) {
        return seconds(at);
      }
    }
    return 0;
  }

  /** Which share did not exceed that time. */
  public double shareUntil(double timeSeconds) {
    return all == 0 ? 0 : (double) until(timeSeconds) / all;
  }

  /** Which share exceeded it. */
  public double shareAfter(double timeSeconds) {
    return all == 0 ? 0 : (double) (all - until(timeSeconds)) / all;
  }

  private long until(double timeSeconds) {
    long until = 0;
    for (int at = 0; at < CLASSES && seconds(at) <= timeSeconds; at++) {
      until += counts[at];
    }
    return until;
  }
}
