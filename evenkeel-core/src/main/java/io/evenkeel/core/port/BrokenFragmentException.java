package io.evenkeel.core.port;

import java.io.IOException;

/** A fragment is gone or wrong where it should be, and not just out of reach. */
public abstract class BrokenFragmentException extends IOException {
  private static final long serialVersionUID = 1;

  protected BrokenFragmentException(String message) {
    super(message);
  }
}
