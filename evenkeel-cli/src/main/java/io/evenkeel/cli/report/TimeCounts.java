package io.evenkeel.cli.report;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Times from a microsecond to two hours, to two digits: any number of times in little memory.
 * Shorter ones are nothing, and longer ones two hours.
 */
public final class TimeCounts {
  private static final long LEAST_NANOS = TimeUnit.MICROSECONDS.toNanos(1);
  private static final long MOST_NANOS = TimeUnit.HOURS.toNanos(2);
  private static final int DIGITS = 2;
  private static final double NANOS_PER_SECOND = 1e9;

  /** So small that the shortest times have all their digits. */
  private static final long UNIT_NANOS = 10;

  private final IntCountsHistogram counts = new IntCountsHistogram(UNIT_NANOS, MOST_NANOS, DIGITS);
  private double sumNanos;

  public void add(long nanos) {
    counts.recordValue(nanos < LEAST_NANOS ? 0 : Math.min(nanos, MOST_NANOS));
    sumNanos += nanos;
  }

  public void addAll(TimeCounts others) {
    counts.add(others.counts);
    sumNanos += others.sumNanos;
  }

  /** How many there are. */
  public long count() {
    return counts.getTotalCount();
  }

  /** Of all, exactly; 0 of none. */
  public double meanSeconds() {
    return count() == 0 ? 0 : sumNanos / count() / NANOS_PER_SECOND;
  }

  /**
   * The time that so many do not exceed, by the nearest rank, to 1 %; 0 of none.
   *
   * @param share from 0 to 1
   */
  public double quantileSeconds(double share) {
    long nanos = counts.getValueAtPercentile(100 * share);
    return nanos < LEAST_NANOS ? 0 : counts.medianEquivalentValue(nanos) / NANOS_PER_SECOND;
  }

  /** Which share did not exceed that time. */
  public double shareUntil(double timeSeconds) {
    return count() == 0 ? 0 : (double) until(timeSeconds) / count();
  }

  /** Which share exceeded it. */
  public double shareAfter(double timeSeconds) {
    return count() == 0 ? 0 : (double) (count() - until(timeSeconds)) / count();
  }

  private long until(double timeSeconds) {
    long nanos = Math.min(MOST_NANOS, (long) (timeSeconds * NANOS_PER_SECOND));
    return nanos < 0 ? 0 : counts.getCountBetweenValues(0, nanos);
  }
}
