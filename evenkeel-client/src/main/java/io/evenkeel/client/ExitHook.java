package io.evenkeel.client;

import io.evenkeel.core.fill.ParityWriters;
import java.time.Duration;

/** How the end of the process is made to wait until what it wrote is published. */
@FunctionalInterface
public interface ExitHook {
  /**
   * Puts a hook in place that waits, when the process ends, until the writers are quiet.
   *
   * @param limit the longest that it may wait; zero installs nothing
   * @return to be closed when there is nothing to wait for any more
   */
  Installed install(ParityWriters writers, Duration limit);

  /** A hook that is in place until it is closed. */
  interface Installed extends AutoCloseable {
    @Override
    void close();
  }
}
