package io.evenkeel.command;

import java.util.List;
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
    return of(command.getCommandSpec().root().name(), command.getParseResult().originalArgs());
  }

  static String of(String name, List<String> arguments) {
    StringBuilder text = new StringBuilder("./").append(name);
    for (String each : arguments) {
      text.append(' ');
      text.append(each.matches(PLAIN) ? each : "'" + each.replace("'", "'\\''") + "'");
    }
    return text.toString();
  }
}
