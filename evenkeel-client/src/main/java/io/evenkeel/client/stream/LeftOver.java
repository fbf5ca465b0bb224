package io.evenkeel.client.stream;

import io.evenkeel.client.read.PlainReader;
import java.io.IOException;

/**
 * What lanes leave over, as for want of threads, is not read in their place: the stock stream would
 * wait for a node that is late, or that they were to go around.
 */
final class LeftOver extends IOException {
  private static final long serialVersionUID = 1;

  /** Reads nothing, and says so. */
  static final PlainReader READER =
      (at, target, offset, length) -> {
        throw new LeftOver();
      };

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
