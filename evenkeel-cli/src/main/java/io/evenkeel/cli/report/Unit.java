package io.evenkeel.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** What numbers along an axis are of. */
public enum Unit {
  SECONDS,
  SHARE,
  COUNT,
  BYTES;

  private static final double MILLIS_PER_SECOND = 1000;
  private static final double BYTES_PER_STEP = 1024;
  private static final String[] BYTES_STEPS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final MathContext DIGITS = new MathContext(3);

  /** With three digits at most, and the unit. */
  public String text(double value) {
    return switch (this) {
      case SECONDS -> value == 0 || value >= 1 ? plain(value) + " s" : millis(value);
      case SHARE -> plain(100 * value) + " %";
      case COUNT -> grouped(value);
      case BYTES -> bytes(value);
    };
  }

  private static String bytes(double value) {
    int step = 0;
    double left = value;
    while (left >= BYTES_PER_STEP && step < BYTES_STEPS.length - 1) {
      left /= BYTES_PER_STEP;
      step++;
    }
    return grouped(left) + " " + BYTES_STEPS[step];
  }

  private static String millis(double seconds) {
    return plain(MILLIS_PER_SECOND * seconds) + " ms";
  }

  private static String grouped(double value) {
    return value >= MILLIS_PER_SECOND ? String.format(Locale.ROOT, "%,.0f", value) : plain(value);
  }

  private static String plain(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return rounded.signum() == 0 ? "0" : rounded.toPlainString();
  }
}
