package io.evenkeel.cli;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes as people write it: {@code 1048576}, {@code 64M}, {@code 64MiB}, {@code 1G}.
 */
public final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([kmg]?)(i?b)?");
  private static final long KIBI = 1024;
  private static final List<String> UNITS = List.of("bytes", "KiB", "MiB", "GiB");

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "expected bytes such as 1048576, 512K, 64M or 1G, found \"" + text + "\"");
    }
    return Long.parseLong(matcher.group(1)) * unit(matcher.group(2));
  }

  private static long unit(String letter) {
    return switch (letter) {
      case "k" -> KIBI;
      case "m" -> KIBI * KIBI;
      case "g" -> KIBI * KIBI * KIBI;
      default -> 1;
    };
  }

  /** For people: two or more digits, in binary units. */
  public static String text(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= KIBI && unit < UNITS.size() - 1) {
      value /= KIBI;
      unit++;
    }
    String form = unit == 0 || value >= 10 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, form, value, UNITS.get(unit));
  }
}
