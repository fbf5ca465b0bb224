package io.evenkeel.client.read;

import io.evenkeel.client.process.Interrupts;
import java.io.IOException;

/**
 * What a read failed of that had some bytes already: it answers those, and the next one at that
 * place is told. Where it is a stock stream's, that is closed by its failure and would not say why
 * again. Not thread-safe.
 */
public final class UntoldFailure {
  private IOException failure;

  /** To be told later; an interrupt says nothing of what is read, and stays the thread's. */
  public void keep(IOException failed) {
    if (!Interrupts.kept(failed)) {
      failure = failed;
    }
  }

  /** Whoever goes on where a read has failed is told, once. */
  public void tell() throws IOException {
    IOException untold = failure;
    failure = null;
    if (untold != null) {
      throw untold;
    }
  }

  /** Nobody goes on there. */
  public void forget() {
    failure = null;
  }
}
