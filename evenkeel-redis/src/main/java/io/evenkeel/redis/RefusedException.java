package io.evenkeel.redis;

import io.evenkeel.core.log.OthersText;
import java.io.IOException;

/**
 * A server answered a command with an error; the connection goes on. What it says is shown to
 * people.
 */
final class RefusedException extends IOException {
  private static final int CHARS_MAX = 500;

  RefusedException(String message) {
    super(OthersText.oneLine(message, CHARS_MAX));
  }
}
