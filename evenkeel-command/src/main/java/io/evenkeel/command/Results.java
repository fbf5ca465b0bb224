package io.evenkeel.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;

/** Where a result goes: text to stdout; JSON to a file beside it, or to stdout without it. */
public final class Results {
  private final PrintWriter out;
  private final boolean jsonAlone;
  private final Optional<OutputFile> file;

  /** Made only where it is wanted. */
  @FunctionalInterface
  public interface Json {
    /** The whole document. */
    String text() throws IOException;
  }

  Results(PrintWriter out, boolean jsonAlone, Optional<OutputFile> file) {
    this.out = out;
    this.jsonAlone = jsonAlone;
    this.file = file;
  }

  /**
   * Says something to people, with its line ends. Where it could not be said, what is written or
   * given next tells.
   */
  public void say(String text) {
    if (!jsonAlone) {
      out.print(text);
      out.flush();
    }
  }

  /**
   * Says it to programs, if any are there.
   *
   * @throws IOException where they do not get it
   */
  public void give(Json json) throws IOException {
    if (!jsonAlone && file.isEmpty()) {
      return;
    }
    String text = json.text().stripTrailing() + System.lineSeparator();
    if (file.isPresent()) {
      file.get().write(text);
    } else {
      out.print(text);
      requireSaid();
    }
  }

  /**
   * Both.
   *
   * @throws IOException where stdout or the file does not take it, or has not taken what was said
   *     before
   */
  public void write(String text, Json json) throws IOException {
    say(text);
    give(json);
    requireSaid();
  }

  /** Writers keep their failures to themselves until asked, and a writer to stdout asks it not. */
  private void requireSaid() throws IOException {
    if (out.checkError() || System.out.checkError()) {
      throw new IOException("stdout cannot be written: its disk is full, or its reader is gone");
    }
  }
}
