package io.evenkeel.command;

import io.evenkeel.core.log.ByteText;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What numbers an option takes. */
public final class Bounds {
  private Bounds() {}

  /** The value; outside of its bounds an IllegalArgumentException that names the option. */
  public static long require(String option, long value, long least, long most) {
    return require(option, value, least, most, Long::toString);
  }

  /** The same of bytes. */
  public static long requireBytes(String option, long value, long least, long most) {
    return require(option, value, least, most, ByteText::exactly);
  }

  private static long require(
      String option, long value, long least, long most, LongFunction<String> text) {
    if (value < least || value > most) {
      String from = text.apply(least);
      String bounds = most == Long.MAX_VALUE ? from + " or more" : from + " to " + text.apply(most);
      throw new IllegalArgumentException(
          option + " takes " + bounds + ", got " + text.apply(value));
    }
    return value;
  }

  /** The same as {@link #require(String, long, long, long)}, as a misuse of a command. */
  public static long require(CommandSpec spec, String option, long value, long least, long most) {
    return orMisused(spec, () -> require(option, value, least, most));
  }

  /** The same as {@link #requireBytes(String, long, long, long)}, as a misuse of a command. */
  public static long requireBytes(
      CommandSpec spec, String option, long value, long least, long most) {
    return orMisused(spec, () -> requireBytes(option, value, least, most));
  }

  private static long orMisused(CommandSpec spec, LongSupplier required) {
    try {
      return required.getAsLong();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
