package io.evenkeel.core.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What a switch file says: of a client of its own, or of the manager for all of them. */
public enum SwitchWord {
  /** The word {@code on}, or nothing, or there is no such file. */
  ON,
  /** The word {@code off}. */
  OFF,
  /** Something else, which is taken for on. */
  NEITHER;

  private static final int WORD_BYTES_MAX = 64;

  /**
   * Reads a file, or as much of it as a word can have. May hang, as on NFS.
   *
   * @throws IOException when it is there and cannot be read
   */
  public static SwitchWord in(Path file) throws IOException {
    if (!Files.exists(file)) {
      return ON;
    }
    if (Files.size(file) > WORD_BYTES_MAX) {
      return NEITHER;
    }
    return switch (Files.readString(file).trim().toLowerCase(Locale.ROOT)) {
      case "", "on" -> ON;
      case "off" -> OFF;
      default -> NEITHER;
    };
  }
}
