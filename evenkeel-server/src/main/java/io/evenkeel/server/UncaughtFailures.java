package io.evenkeel.server;

import io.evenkeel.manager.Failures;

/**
 * What becomes of a throwable that nobody has caught: it is told, at most once a minute. Want of
 * memory ends the process, for nobody knows which thread it has hit: whoever watches over it starts
 * another.
 */
final class UncaughtFailures implements Thread.UncaughtExceptionHandler {
  /** As of a JVM with {@code -XX:+ExitOnOutOfMemoryError}. */
  static final int OUT_OF_MEMORY = 3;

  private final Failures failures;

  private UncaughtFailures(Failures failures) {
    this.failures = failures;
  }

  /**
   * Takes care of all threads of this process from now on.
   *
   * @param failures where they are counted, with those that are caught
   */
  static void install(Failures failures) {
    Thread.setDefaultUncaughtExceptionHandler(new UncaughtFailures(failures));
  }

  @Override
  public void uncaughtException(Thread thread, Throwable cause) {
    try {
      if (cause instanceof OutOfMemoryError) {
        System.err.println(
            "evenkeel manager: out of memory ("
                + cause.getMessage()
                + "), it ends: give it more heap (-Xmx) or let it know fewer stripes"
                + " (--max-stripes)");
      } else {
        failures.add(System.nanoTime(), "thread " + thread.getName(), cause);
      }
    } finally {
      if (cause instanceof OutOfMemoryError) {
        Runtime.getRuntime().halt(OUT_OF_MEMORY);
      }
    }
  }
}
