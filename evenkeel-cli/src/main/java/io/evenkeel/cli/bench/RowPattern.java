package io.evenkeel.cli.bench;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What {@code --rows} says. */
public final class RowPattern {
  private RowPattern() {}

  /** Throws ParameterException for what is no regular expression. */
  public static Pattern of(CommandLine command, String rows) {
    try {
      return Pattern.compile(rows);
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          command, "--rows takes a regular expression: " + e.getMessage(), e);
    }
  }
}
