package io.evenkeel.sim.scenario;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files of text, and what is wrong with those that are none. */
final class TextFiles {
  /** Which some editors begin files with, and nobody sees. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFiles() {}

  /**
   * All of a file.
   *
   * @param what it is, for people
   * @throws IOException what it is, its path, and why it cannot be read
   */
  static String read(String what, Path file) throws IOException {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a directory");
      }
      String text = Files.readString(file);
      if (text.indexOf(0) >= 0) {
        throw new MalformedInputException(1);
      }
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (IOException e) {
      String shown = file.toString().isEmpty() ? "''" : file.toString();
      throw new IOException(what + ": cannot read " + shown + ": " + why(e), e);
    }
  }

  private static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "access is denied";
    }
    return e instanceof MalformedInputException ? "it is no text in UTF-8" : e.getMessage();
  }
}
