package io.evenkeel.cli.report;

import io.evenkeel.core.log.ByteText;
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
  private static final MathContext DIGITS = new MathContext(3);

  /** With three digits at most, bytes as everywhere, and the unit. */
  public String text(double value) {
    return switch (this) {
      case SECONDS -> value == 0 || value >= 1 ? plain(value) + " s" : millis(value);
      case SHARE -> plain(100 * value) + " %";
      case COUNT -> grouped(value);
      case BYTES -> ByteText.of(value);
    };
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
