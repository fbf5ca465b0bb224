package io.evenkeel.cli.repro.hu;

import java.util.Locale;

/** Numbers, and texts with numbers, as people read them. */
final class HuNumbers {
  private static final int DECIMALS_MAX = 9;

  private HuNumbers() {}

  /** As {@link String#format(String, Object...)}, in every locale alike. */
  static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /**
   * A number beside its limit.
   *
   * @param decimals more than these are shown where by these the two would look alike
   */
  static String beside(double limit, double number, int decimals) {
    String text = shown(number, decimals);
    for (int more = decimals + 1;
        more <= DECIMALS_MAX && looksOtherwise(limit, number, text);
        more++) {
      text = shown(number, more);
    }
    return text;
  }

  private static boolean looksOtherwise(double limit, double number, String text) {
    return Double.compare(Double.parseDouble(text), limit) != Double.compare(number, limit);
  }

  private static String shown(double number, int decimals) {
    String text = format("%." + decimals + "f", number);
    return Double.parseDouble(text) == 0 ? text.replace("-", "") : text;
  }
}
