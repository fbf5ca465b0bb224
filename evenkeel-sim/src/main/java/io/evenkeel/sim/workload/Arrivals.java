package io.evenkeel.sim.workload;

import io.evenkeel.sim.chance.Distribution;
import java.util.SplittableRandom;

/** When reads are asked for: gap by gap, of a given mean rate. */
public abstract class Arrivals {
  private static final double NANOS_PER_SECOND = 1e9;

  /** How much more there is at the peak of a day. */
  private static final double DAY_SWING = .5;

  /** The same of each day of a week. */
  private static final double WEEK_SWING = .3;

  private final double perSecond;
  private double nowNanos;

  private Arrivals(double perSecond) {
    this.perSecond = perSecond;
  }

  /** How many there are in a second, in the mean. */
  final double perSecond() {
    return perSecond;
  }

  /**
   * How many there are in a second at most, within so many seconds from the start: the mean of what
   * lasts, by the hour of the day or while a burst does.
   */
  double mostPerSecond(double seconds) {
    return perSecond;
  }

  /** The next gap in seconds, from a moment in seconds on. */
  abstract double gapSeconds(double nowSeconds);

  /** When the next one comes, in nanoseconds from the start. */
  public final long nextNanos() {
    nowNanos += gapSeconds(nowNanos / NANOS_PER_SECOND) * NANOS_PER_SECOND;
    return (long) nowNanos;
  }

  private static double exponential(SplittableRandom random, double mean) {
    return Distribution.exponential(mean).next(random);
  }

  /** Independent of each other. */
  public static Arrivals poisson(double perSecond, SplittableRandom random) {
    Distribution gap = Distribution.exponential(1 / perSecond);
    return new Arrivals(perSecond) {
      @Override
      double gapSeconds(double nowSeconds) {
        return gap.next(random);
      }
    };
  }

  /**
   * Poisson at half and at twice a base rate by turns, 20 s each in the mean (MMPP-2): its mean
   * rate is the given one.
   */
  public static Arrivals bursts(double perSecond, SplittableRandom random) {
    double sojournSeconds = 20;
    double base = perSecond / ((.5 + 2) / 2);
    return new Arrivals(perSecond) {
      @Override
      double mostPerSecond(double seconds) {
        return seconds < sojournSeconds ? perSecond : 2 * base;
      }

      private boolean isHigh;
      private double turnsAt = exponential(random, sojournSeconds);

      @Override
      double gapSeconds(double nowSeconds) {
        double at = nowSeconds;
        double gap = exponential(random, 1 / (base * (isHigh ? 2 : .5)));
        while (at + gap > turnsAt) {
          // What is left of the gap goes on at the other rate: exponentials do not remember.
          at = turnsAt;
          isHigh = !isHigh;
          turnsAt += exponential(random, sojournSeconds);
          gap = exponential(random, 1 / (base * (isHigh ? 2 : .5)));
        }
        return at + gap - nowSeconds;
      }
    };
  }

  /**
   * Poisson at a rate that goes up and down with the day as a sine, half as much again as its mean
   * at most.
   *
   * @param dayNanos how long a day is
   */
  public static Arrivals day(double perSecond, long dayNanos, SplittableRandom random) {
    double daySeconds = dayNanos / NANOS_PER_SECOND;
    Distribution gap = Distribution.exponential(1 / (perSecond * (1 + DAY_SWING)));
    return new Arrivals(perSecond) {
      @Override
      double mostPerSecond(double seconds) {
        return perSecond * ofDay(Math.min(.25, seconds / daySeconds), DAY_SWING);
      }

      @Override
      double gapSeconds(double nowSeconds) {
        double at = nowSeconds;
        double share;
        do {
          // As many as come at the peak, of which those that the hour has not are left out.
          at += gap.next(random);
          share = ofDay(at / daySeconds, DAY_SWING) / (1 + DAY_SWING);
        } while (random.nextDouble() >= share);
        return at - nowSeconds;
      }
    };
  }

  /**
   * Gaps of a hyperexponential law of two phases with balanced means, at a rate that goes up and
   * down with the day and is less at weekends, as the jobs of Google's trace.
   *
   * @param variation the gaps' standard deviation over their mean within an hour, at least 1
   * @param dayNanos how long a day is
   */
  public static Arrivals google(
      double perSecond, double variation, long dayNanos, SplittableRandom random) {
    double daySeconds = dayNanos / NANOS_PER_SECOND;
    double square = variation * variation;
    double share = (1 + Math.sqrt((square - 1) / (square + 1))) / 2;
    return new Arrivals(perSecond) {
      @Override
      double mostPerSecond(double seconds) {
        return perSecond * ofWeek(Math.min(.25, seconds / daySeconds));
      }

      @Override
      double gapSeconds(double nowSeconds) {
        double part = random.nextDouble() < share ? share : 1 - share;
        double mean = 1 / (2 * part * perSecond * ofWeek(nowSeconds / daySeconds));
        return exponential(random, mean);
      }
    };
  }

  /**
   * Several at once: batches come as the others do, and how many reads there are in one is
   * geometric.
   *
   * @param mean how many there are in the mean, at least 1
   */
  public static Arrivals inBatches(Arrivals batches, double mean, SplittableRandom random) {
    return new Arrivals(batches.perSecond() * mean) {
      @Override
      double mostPerSecond(double seconds) {
        return mean * batches.mostPerSecond(seconds);
      }

      @Override
      double gapSeconds(double nowSeconds) {
        boolean isOfBatch = random.nextDouble() >= 1 / mean;
        return isOfBatch ? 0 : batches.gapSeconds(nowSeconds);
      }
    };
  }

  /** Of the rate at a moment to the mean rate: over a day its mean is 1. */
  private static double ofDay(double days, double swing) {
    return 1 + swing * Math.sin(2 * Math.PI * days);
  }

  /** The same over a week, which begins with five days of work. */
  private static double ofWeek(double days) {
    double weekend = days % 7 >= 5 ? .8 : 1.08;
    return weekend * ofDay(days, WEEK_SWING);
  }
}
