package io.evenkeel.core.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
   * @throws IOException when it cannot be read, or whether it is there is not known
   */
  public static SwitchWord in(Path file) throws IOException {
    byte[] word;
    try (InputStream in = Files.newInputStream(file)) {
      word = in.readNBytes(WORD_BYTES_MAX + 1);
    } catch (NoSuchFileException e) {
      return ON;
    }
    if (word.length > WORD_BYTES_MAX) {
      return NEITHER;
    }
    return switch (new String(word, UTF_8).trim().toLowerCase(Locale.ROOT)) {
      case "", "on" -> ON;
      case "off" -> OFF;
      default -> NEITHER;
    };
  }
}
