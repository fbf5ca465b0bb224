package io.evenkeel.cli.bench;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** How a command was called: what stands above its figures. */
public final class CommandText {
  /** What a shell takes as it is. */
  private static final String PLAIN = "[A-Za-z0-9_./:,=@%+-]+";

  private CommandText() {}

  /**
   * As whoever has called it can repeat it.
   *
   * @param command that is running, or its parent
   */
  public static String of(CommandLine command) {
    return of(command.getParseResult().originalArgs());
  }

  static String of(List<String> arguments) {
    return arguments.stream()
        .map(each -> each.matches(PLAIN) ? each : "'" + each.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "./evenkeel ", ""));
  }
}
