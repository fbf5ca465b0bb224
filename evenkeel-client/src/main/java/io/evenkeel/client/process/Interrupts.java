package io.evenkeel.client.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;

/** Failures that say something of the calling thread, and nothing of who was called. */
public final class Interrupts {
  private Interrupts() {}

  /** Whether a call failed because its thread was interrupted, which stays so then. */
  public static boolean kept(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      // A timeout is an interrupted one, too, by its type.
      boolean isTimeout = cause instanceof SocketTimeoutException;
      if (cause instanceof InterruptedException
          || cause instanceof ClosedByInterruptException
          || (cause instanceof InterruptedIOException && !isTimeout)) {
        Thread.currentThread().interrupt();
        return true;
      }
    }
    return false;
  }
}
