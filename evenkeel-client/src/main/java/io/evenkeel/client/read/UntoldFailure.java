package io.evenkeel.client.read;

import io.evenkeel.client.process.Interrupts;
import java.io.IOException;

/**
 * What the stock stream failed of in the middle of a read that had some bytes already and answered
 * those. Such a stream closes itself, and says no more than that from then on, wherever it is asked
 * to read. Not thread-safe.
 */
public final class UntoldFailure {
  private IOException failure;

  /** To be told when the stream fails next; an interrupt stays the thread's, too. */
  public void keep(IOException failed) {
    Interrupts.kept(failed);
    failure = failed;
  }

  /** The stream reads: whatever it was is over. */
  public void forget() {
    failure = null;
  }

  /** What to say of its next failure: what it failed of first, once. */
  public IOException insteadOf(IOException next) {
    IOException first = failure;
    failure = null;
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
