package io.evenkeel.client.file;

import java.io.IOException;
import java.util.OptionalLong;

/** Which failures of the stock read say that a block of a replicated file has no good replica. */
@FunctionalInterface
public interface Losses {
  /**
   * A place in the lost block; empty for a failure that says nothing of the kind.
   *
   * @param readingAt where the stock read was reading
   */
  OptionalLong lostAt(IOException failure, long readingAt);
}
