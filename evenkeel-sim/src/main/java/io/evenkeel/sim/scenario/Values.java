package io.evenkeel.sim.scenario;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.sim.chance.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the values of keys; what makes no sense is an error that says what may be. */
final class Values {
  private static final long PERIOD_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Pattern POLICY =
      Pattern.compile("(\\p{Alpha}+(?:-\\d+)+)-(\\d+)k", Pattern.CASE_INSENSITIVE);

  private Values() {}

  static <E extends Enum<E>> E named(Class<E> type, String text) {
    for (E each : type.getEnumConstants()) {
      if (each.name().equalsIgnoreCase(text)) {
        return each;
      }
    }
    List<String> known = new ArrayList<>();
    for (E each : type.getEnumConstants()) {
      known.add(each.name().toLowerCase(Locale.ROOT));
    }
    throw new IllegalArgumentException("'" + text + "' is none of " + known);
  }

  static boolean yes(String text) {
    return switch (text) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is neither yes nor no");
    };
  }

  static String scheme(String text) {
    Set<String> known = new TreeSet<>(Schemes.names());
    known.add(Keys.STOCK);
    String name = text.toLowerCase(Locale.ROOT);
    if (!known.contains(name)) {
      throw new IllegalArgumentException("'" + text + "' is none of " + known);
    }
    return name;
  }

  private static IllegalArgumentException mustBe(String what, String text) {
    return new IllegalArgumentException("must be " + what + ", got " + text);
  }

  private static double number(String text) {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no number", e);
    }
    throw mustBe("a finite number", text);
  }

  static double positive(String text) {
    double number = number(text);
    if (number <= 0) {
      throw mustBe("> 0", text);
    }
    return number;
  }

  static double notNegative(String text) {
    double number = number(text);
    if (number < 0) {
      throw mustBe(">= 0", text);
    }
    return number;
  }

  static double atLeastOne(String text) {
    double number = number(text);
    if (number < 1) {
      throw mustBe(">= 1", text);
    }
    return number;
  }

  /** How many in the mean: more than a million at once are a slip. */
  static double batch(String text) {
    double number = atLeastOne(text);
    if (number > 1e6) {
      throw mustBe("at most 1000000", text);
    }
    return number;
  }

  static double share(String text) {
    double number = number(text);
    if (number < 0 || number >= 1) {
      throw mustBe(">= 0 and < 1", text);
    }
    return number;
  }

  static long whole(String text, long least, long most) {
    double number = number(text);
    if (number < least || number > most || number != Math.rint(number)) {
      throw mustBe("a whole number from " + least + " to " + most, text);
    }
    return (long) number;
  }

  static int integer(String text, int least, int most) {
    return (int) whole(text, least, most);
  }

  static long positiveBytes(String text) {
    long bytes = Units.bytes(text);
    if (bytes == 0) {
      throw mustBe("at least a byte", text);
    }
    return bytes;
  }

  /** Of what happens again and again: a millisecond at least. */
  static long periodNanos(String text) {
    long nanos = Units.nanos(text);
    if (nanos < PERIOD_NANOS_MIN) {
      throw mustBe("1 ms at least", text);
    }
    return nanos;
  }

  /** The same, or 0 for never. */
  static long periodNanosOrNone(String text) {
    return Units.nanos(text) == 0 ? 0 : periodNanos(text);
  }

  static double positiveRate(String text) {
    double rate = Units.rate(text);
    if (rate == 0) {
      throw mustBe("a rate of at least a byte a second, as 64 MiB/s", text);
    }
    return rate;
  }

  /** As {@code rs-6-3}; HDFS's own names also say how long a cell is, which is another key. */
  static CodeSpec code(String text) {
    Matcher policy = POLICY.matcher(text.trim());
    if (policy.matches()) {
      throw new IllegalArgumentException(
          "'%s' is a policy of HDFS; say code = %s and cell.bytes = %s KiB"
              .formatted(text, policy.group(1).toLowerCase(Locale.ROOT), policy.group(2)));
    }
    return CodeSpec.parse(text);
  }

  static Distribution sizes(String text) {
    try {
      Distribution sizes = Distribution.parse(Units.inBytes(text));
      if (sizes.mean() > Units.MOST_BYTES) {
        throw new IllegalArgumentException("sizes are 1024 TiB at most in the mean, got " + text);
      }
      return sizes;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + "; sizes have one of the units " + Units.byteUnits() + ", as 64 KiB", e);
    }
  }

  static Distribution positive(Distribution distribution, String text) {
    if (distribution.mean() <= 0) {
      throw mustBe("> 0", text);
    }
    return distribution;
  }

  static Distribution slowness(String text) {
    Distribution distribution = Distribution.parse(text);
    if (distribution.least() < 1) {
      throw mustBe(
          ">= 1 whenever it is drawn, as a number, uniform FROM TO, pareto LEAST INDEX or bing"
              + " OFFSET",
          text);
    }
    return distribution;
  }
}
