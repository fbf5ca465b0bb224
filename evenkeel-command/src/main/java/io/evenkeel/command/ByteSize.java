package io.evenkeel.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes as people write it: {@code 1048576}, {@code 64m} as the clients' keys have it,
 * {@code 64MiB}, {@code 1G}. Not {@code 64MB}, which is less by the standard and as much to many.
 */
public final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,19})\\s*(?:b|([kmgt])(?:ib)?)?");
  private static final long KIBI = 1024;

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    try {
      if (matcher.matches()) {
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw (TypeConversionException) new TypeConversionException(refused(text)).initCause(e);
    }
    throw new TypeConversionException(refused(text));
  }

  private static String refused(String text) {
    return "expected bytes such as 1048576, 512k, 64m or 1GiB, found \"" + text + "\"";
  }

  private static long unit(String letter) {
    return switch (letter == null ? "" : letter) {
      case "k" -> KIBI;
      case "m" -> KIBI * KIBI;
      case "g" -> KIBI * KIBI * KIBI;
      case "t" -> KIBI * KIBI * KIBI * KIBI;
      default -> 1;
    };
  }
}
