package io.evenkeel.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What is along one side of a chart.
 *
 * @param label what is shown
 * @param least at its beginning
 * @param most at its end; more than the least
 * @param isLogarithmic whether equal ratios are equally long; the least is above 0 then
 */
public record Axis(String label, Unit unit, double least, double most, boolean isLogarithmic) {
  private static final double[] LINEAR_STEPS = {1, 2, 2.5, 5, 10};
  private static final double[] DECADE = {1, 2, 5};
  private static final int TICKS_MAX = 7;

  /** So much more than what is shown is on both sides of it. */
  private static final double BESIDE = 1.05;

  /** With fewer decades than this there is a tick in between, too. */
  private static final double FEW_DECADES = 3.2;

  public Axis {
    if (!(least < most) || (isLogarithmic && !(least > 0))) {
      throw new IllegalArgumentException(
          "no axis goes from " + least + " to " + most + (isLogarithmic ? " by ratios" : ""));
    }
  }

  /** From 0 to a little above what is to be shown. */
  public static Axis linear(String label, Unit unit, double shownMost) {
    double step = step(shownMost);
    double most = shownMost > 0 ? Math.ceil(shownMost / step) * step : 1;
    return new Axis(label, unit, 0, most, false);
  }

  /** By ratios. */
  public static Axis logarithmic(String label, Unit unit, double least, double most) {
    return new Axis(label, unit, least, most, true);
  }

  /** By ratios, from a round value below the least to one above the most that is to be shown. */
  public static Axis logarithmicAround(String label, Unit unit, double least, double most) {
    double below = round(least / BESIDE, true);
    return logarithmic(label, unit, below, round(most * BESIDE, false));
  }

  /** Where a value is, from 0 at the beginning to 1 at the end; what is outside is at an end. */
  double place(double value) {
    double part =
        isLogarithmic
            ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
            : (value - least) / (most - least);
    return Math.max(0, Math.min(1, part));
  }

  /** The values that have a line and a number. */
  List<Double> ticks() {
    return isLogarithmic ? decades() : even();
  }

  private List<Double> even() {
    List<Double> ticks = new ArrayList<>();
    double step = step(most - least);
    for (int i = 0; least + i * step <= most + step / 1000; i++) {
      ticks.add(least + i * step);
    }
    return ticks;
  }

  private List<Double> decades() {
    double[] within = Math.log10(most / least) < FEW_DECADES ? DECADE : new double[] {1};
    List<Double> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
      for (double factor : within) {
        double tick = factor * Math.pow(10, power);
        if (tick >= least * (1 - 1e-9) && tick <= most * (1 + 1e-9)) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** The nearest of 1, 2 and 5 times a power of ten, on one side of a value above 0. */
  private static double round(double value, boolean isDown) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    double above = 10;
    for (int i = DECADE.length - 1; i >= 0 && DECADE[i] * power >= value; i--) {
      above = DECADE[i];
    }
    double below = 1;
    for (double factor : DECADE) {
      below = factor * power <= value ? factor : below;
    }
    return (isDown ? below : above) * power;
  }

  /** The smallest round one with which there are not too many ticks. */
  private static double step(double length) {
    if (!(length > 0)) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(length / TICKS_MAX)));
    for (double factor : LINEAR_STEPS) {
      if (length / (factor * power) <= TICKS_MAX) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
