package io.evenkeel.cli.bench;

import picocli.CommandLine;

/** How a command was called: what stands above its figures. */
public final class CommandText {
  private CommandText() {}

  /**
   * As whoever has called it can repeat it.
   *
   * @param command that is running, or its parent
   */
  public static String of(CommandLine command) {
    return "./evenkeel " + String.join(" ", command.getParseResult().originalArgs());
  }
}
