package io.evenkeel.sim.scenario;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts with their units, as they are written in scenarios. Of bytes, KB to TB are powers of
 * 1000, KiB to TiB of 1024, and a letter alone, as clients' keys and commands have it, is of 1024,
 * too.
 */
final class Units {
  private static final Map<String, Double> BYTES =
      Map.ofEntries(
          Map.entry("B", 1.0),
          Map.entry("KB", 1e3),
          Map.entry("MB", 1e6),
          Map.entry("GB", 1e9),
          Map.entry("TB", 1e12),
          Map.entry("KiB", 0x1p10),
          Map.entry("MiB", 0x1p20),
          Map.entry("GiB", 0x1p30),
          Map.entry("TiB", 0x1p40),
          Map.entry("k", 0x1p10),
          Map.entry("m", 0x1p20),
          Map.entry("g", 0x1p30),
          Map.entry("t", 0x1p40));
  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "h", 3600e9);
  private static final String NUMBER = "([0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?)";
  private static final Pattern AMOUNT = Pattern.compile(NUMBER + "\\s*([A-Za-z/]*)");
  private static final Pattern SIZE = Pattern.compile(NUMBER + "\\s*([KMGT]i?B|B|[kmgt])\\b");

  /** What is more is a slip. */
  static final long MOST_BYTES = 1L << 50;

  private static final long MOST_NANOS = 1_000_000_000_000_000_000L;

  private Units() {}

  /** The units of bytes. */
  static List<String> byteUnits() {
    return names(BYTES);
  }

  private static List<String> names(Map<String, Double> units) {
    return units.keySet().stream().sorted().toList();
  }

  private static long amount(String text, Map<String, Double> units, String example, long most) {
    if (text.trim().startsWith("-")) {
      throw new IllegalArgumentException("'" + text + "' is negative; say " + example);
    }
    Matcher matcher = AMOUNT.matcher(text.trim());
    if (matcher.matches()) {
      double number = Double.parseDouble(matcher.group(1));
      boolean isNone = number == 0 && matcher.group(2).isEmpty();
      Double unit = isNone ? Double.valueOf(1) : units.get(matcher.group(2));
      if (unit != null && number * unit > most) {
        throw new IllegalArgumentException("'" + text + "' is too much; say " + example);
      }
      if (unit != null) {
        return Math.round(number * unit);
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is no amount with one of the units " + names(units) + "; say " + example);
  }

  /** Bytes, as {@code 64 KiB}, {@code 64k} or {@code 1.5 MB}. */
  static long bytes(String text) {
    return amount(text, BYTES, "64 KiB or 40 MB, at most 1024 TiB", MOST_BYTES);
  }

  /** Nanoseconds, as {@code 3 ms} or {@code 1.5 s}. */
  static long nanos(String text) {
    return amount(text, NANOS, "3 ms or 1.5 s, at most 277000 h", MOST_NANOS);
  }

  /** Bytes per second, as {@code 64 MiB/s}; 0 for none. */
  static double rate(String text) {
    String trimmed = text.trim();
    boolean isNone = trimmed.equals("0") || trimmed.equals("none");
    if (!isNone && !trimmed.endsWith("/s")) {
      throw new IllegalArgumentException("'" + text + "' is no rate; say 64 MiB/s, or none");
    }
    double rate = isNone ? 0 : bytes(trimmed.substring(0, trimmed.length() - 2));
    if (!isNone && rate == 0) {
      throw new IllegalArgumentException(
          "'" + text + "' brings nothing; say none for no limit, or a rate as 64 MiB/s");
    }
    return rate;
  }

  /** The same text with every size as a plain number of bytes. */
  static String inBytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    StringBuilder plain = new StringBuilder();
    while (matcher.find()) {
      double bytes = Double.parseDouble(matcher.group(1)) * BYTES.get(matcher.group(2));
      matcher.appendReplacement(plain, String.format(Locale.ROOT, "%.0f", bytes));
    }
    return matcher.appendTail(plain).toString();
  }
}
