package io.evenkeel.command;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * When the process is told to end, by Ctrl-C for instance, ends what a command has started and says
 * in one line what is left of it. The exit status is that of the signal, 130 after Ctrl-C.
 */
public final class StopNotice {
  public static final String NOTHING = "nothing is left";

  private StopNotice() {}

  /** Ends what was started. */
  @FunctionalInterface
  public interface Ending {
    /** Returns when it has ended, with what is left, for people. */
    String end() throws IOException;
  }

  /** What may be stopped. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Runs something. Returns never where the process is ending: what then fails is nothing to tell
   * of.
   */
  public static <T, E extends Exception> T during(Ending ending, Work<T, E> work) throws E {
    Thread hook = new Thread(() -> stop(ending), "evenkeel-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.run();
    } finally {
      remove(hook);
    }
  }

  private static void stop(Ending ending) {
    ProgressLine.end();
    String left;
    try {
      left = ending.end();
    } catch (IOException e) {
      left = e.getMessage();
    }
    System.err.println("evenkeel: stopped; " + left);
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      awaitEnd();
    }
  }

  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
