package io.evenkeel.cli;

import java.io.PrintStream;

/** Says what goes on in one line that rewrites itself on a terminal, and in lines elsewhere. */
public final class ProgressLine {
  private static final int WIDTH = 78;

  private final PrintStream out;

  /** From Java 22 on there is always a console; then lines rewrite themselves in a log too. */
  @SuppressWarnings("SystemConsoleNull")
  private final boolean terminal = System.console() != null;

  public ProgressLine(PrintStream out) {
    this.out = out;
  }

  public void say(String what) {
    if (terminal) {
      out.printf("\r%-" + WIDTH + "." + WIDTH + "s", what.isEmpty() ? "" : what + " ...");
      out.print(what.isEmpty() ? "\r" : "");
      out.flush();
    } else if (!what.isEmpty()) {
      out.println(what);
    }
  }
}
