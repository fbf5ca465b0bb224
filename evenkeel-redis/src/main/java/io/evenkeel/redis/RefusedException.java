package io.evenkeel.redis;

import java.io.IOException;

/** A server answered a command with an error; the connection goes on. */
final class RefusedException extends IOException {
  RefusedException(String message) {
    super(message);
  }
}
