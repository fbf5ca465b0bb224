package io.evenkeel.cli;

import io.evenkeel.command.StopNotice;
import io.evenkeel.process.Janitor;
import java.io.IOException;

/** What commands start: all of it is ended by a {@link Janitor}. */
public final class ChildProcesses {
  private ChildProcesses() {}

  /** Ends all of them, and says what is left. */
  public static String end() throws IOException {
    Janitor.closeAll();
    return StopNotice.NOTHING;
  }
}
