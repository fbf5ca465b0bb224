package io.evenkeel.server.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What numbers an option takes. */
public final class Bounds {
  private Bounds() {}

  /** The value; outside of its bounds an IllegalArgumentException that names the option. */
  public static long require(String option, long value, long least, long most) {
    if (value < least || value > most) {
      String bounds = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
      throw new IllegalArgumentException(option + " takes " + bounds + ", got " + value);
    }
    return value;
  }

  /** The same, as a misuse of a command. */
  public static long require(CommandSpec spec, String option, long value, long least, long most) {
    try {
      return require(option, value, least, most);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
