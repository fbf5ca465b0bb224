package io.evenkeel.policy.load;

import java.util.List;
import java.util.Locale;

/** Amounts for people, three digits at least. */
final class Text {
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final double UNIT_FACTOR = 1024;
  private static final double THREE_DIGITS = 99.95;
  private static final double NANOS_PER_SECOND = 1e9;

  private Text() {}

  static String bytes(double bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= UNIT_FACTOR && unit + 1 < UNITS.size()) {
      amount /= UNIT_FACTOR;
      unit++;
    }
    return number(amount) + " " + UNITS.get(unit);
  }

  static String time(long nanos) {
    return number(nanos / NANOS_PER_SECOND) + " s";
  }

  private static String number(double amount) {
    boolean whole = amount >= THREE_DIGITS || amount == Math.rint(amount);
    return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", amount);
  }
}
