package io.evenkeel.client;

import io.evenkeel.core.fill.ParityWriters;
import java.time.Duration;

/** Makes the end of the process wait until what it wrote is published. */
@FunctionalInterface
public interface ExitHook {
  /**
   * From now on.
   *
   * @param limit how long at most; zero for not at all
   */
  Installed install(ParityWriters writers, Duration limit);

  /** A hook that is in place until it is closed. */
  interface Installed extends AutoCloseable {
    @Override
    void close();
  }
}
