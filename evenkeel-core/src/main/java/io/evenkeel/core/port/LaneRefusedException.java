package io.evenkeel.core.port;

import java.io.IOException;

/**
 * A lane cannot go on because this process has no thread or memory for it. It says nothing of the
 * lane's node.
 */
public final class LaneRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  public LaneRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
