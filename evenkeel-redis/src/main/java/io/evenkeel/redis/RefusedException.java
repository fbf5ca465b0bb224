package io.evenkeel.redis;

import java.io.IOException;

/**
 * A server answered a command with an error; the connection goes on. What it says is shown to
 * people: without characters that a terminal or a log obeys, and no page of it.
 */
final class RefusedException extends IOException {
  private static final int CHARS_MAX = 500;

  RefusedException(String message) {
    super(shown(message));
  }

  private static String shown(String message) {
    String start = message.length() > CHARS_MAX ? message.substring(0, CHARS_MAX) : message;
    return start.replaceAll("[\\p{Cc}\\p{Cf}]", "?");
  }
}
