package io.evenkeel.cli.bench;

import java.util.List;
import java.util.function.Function;
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

  /**
   * The rows whose whole name it matches, one at least.
   *
   * @throws ParameterException when it matches none; names them all
   */
  public static <R> List<R> chosen(
      CommandLine command, String rows, List<R> all, Function<R, String> name) {
    Pattern wanted = of(command, rows);
    List<R> chosen = all.stream().filter(row -> wanted.matcher(name.apply(row)).matches()).toList();
    if (chosen.isEmpty()) {
      List<String> names = all.stream().map(name).toList();
      throw new ParameterException(
          command, "--rows " + rows + " matches none of " + String.join(", ", names));
    }
    return chosen;
  }
}
