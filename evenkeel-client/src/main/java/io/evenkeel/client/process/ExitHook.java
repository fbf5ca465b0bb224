package io.evenkeel.client.process;

import java.time.Duration;

/** What the end of the process is made to wait for. */
public interface ExitHook {
  /**
   * Puts a hook in place that waits when the process ends.
   *
   * @param limit the longest that it may wait; zero installs nothing
   * @return to be closed when there is nothing to wait for any more
   */
  Installed install(Leaving leaving, Duration limit);

  /** What is under way when the process ends. */
  @FunctionalInterface
  interface Leaving {
    /**
     * Waits until it is over.
     *
     * @param silent the wait also ends once nobody who was asked has answered for so long
     * @return whether it is over
     */
    boolean await(Duration limit, Duration silent) throws InterruptedException;
  }

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
      public Installed install(Leaving leaving, Duration limit) {
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
