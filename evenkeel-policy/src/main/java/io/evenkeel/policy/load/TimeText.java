package io.evenkeel.policy.load;

import java.util.Locale;

/** Times for people, three digits at least. */
final class TimeText {
  private static final double THREE_DIGITS = 99.95;
  private static final double NANOS_PER_SECOND = 1e9;

  private TimeText() {}

  static String of(long nanos) {
    return number(nanos / NANOS_PER_SECOND) + " s";
  }

  private static String number(double amount) {
    boolean whole = amount >= THREE_DIGITS || amount == Math.rint(amount);
    return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", amount);
  }
}
