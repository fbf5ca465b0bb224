package io.evenkeel.cli;

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

  /** Says something to people, with its line ends. */
  public void say(String text) {
    if (!jsonAlone) {
      out.print(text);
      out.flush();
    }
  }

  /** Says it to programs, if any are there. */
  public void give(Json json) throws IOException {
    if (!jsonAlone && file.isEmpty()) {
      return;
    }
    String text = json.text().stripTrailing() + System.lineSeparator();
    if (file.isPresent()) {
      file.get().write(text);
    } else {
      out.print(text);
      out.flush();
    }
  }

  /** Both. */
  public void write(String text, Json json) throws IOException {
    say(text);
    give(json);
  }
}
