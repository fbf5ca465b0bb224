package io.evenkeel.core.log;

import java.util.List;
import java.util.Locale;

/** Amounts of bytes for people: in binary units, two digits at least. */
public final class ByteText {
  private static final List<String> UNITS = List.of("bytes", "KiB", "MiB", "GiB", "TiB");
  private static final double UNIT_FACTOR = 1024;
  private static final double TWO_DIGITS = 9.95;
  private static final double THREE_DIGITS = 99.95;

  private ByteText() {}

  /** With the bytes themselves, where it stands beside what it may be rounded to. */
  public static String exactly(long bytes) {
    return bytes < UNIT_FACTOR ? of(bytes) : of(bytes) + " (" + bytes + " bytes)";
  }

  /** As {@link #of(double)}. */
  public static String of(long bytes) {
    return of((double) bytes);
  }

  /** Such as {@code 512 bytes}, {@code 1.5 KiB}, {@code 64 MiB}, {@code 12.4 MiB}. */
  public static String of(double bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= UNIT_FACTOR && unit < UNITS.size() - 1) {
      value /= UNIT_FACTOR;
      unit++;
    }
    boolean isWhole = value >= THREE_DIGITS || value >= TWO_DIGITS && value == Math.rint(value);
    String form = unit == 0 || isWhole ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, form, value, UNITS.get(unit));
  }
}
