package io.evenkeel.client.process;

import io.evenkeel.core.fill.ParityWriters;
import java.time.Duration;

/** What the end of the process is made to wait for. */
public interface ExitHook {
  /**
   * Puts a hook in place that waits, when the process ends, until the writers are quiet.
   *
   * @param limit the longest that it may wait; zero installs nothing
   * @return to be closed when there is nothing to wait for any more
   */
  Installed install(ParityWriters writers, Duration limit);

  /**
   * Puts a hook in place that runs a task when the process ends, after all file systems were
   * closed.
   *
   * @param task may block for a moment
   */
  Installed atEnd(Runnable task);

  /** Of a process that does not end, as in simulation. */
  static ExitHook none() {
    return new ExitHook() {
      @Override
      public Installed install(ParityWriters writers, Duration limit) {
        return () -> {};
      }

      @Override
      public Installed atEnd(Runnable task) {
        return () -> {};
      }
    };
  }

  /** A hook that is in place until it is closed. */
  interface Installed extends AutoCloseable {
    @Override
    void close();
  }
}
