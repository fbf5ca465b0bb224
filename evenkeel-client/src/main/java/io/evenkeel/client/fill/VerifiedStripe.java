package io.evenkeel.client.fill;

import io.evenkeel.core.fill.Cut;
import io.evenkeel.core.model.PlacedStripe;
import java.io.IOException;

/**
 * One stripe of existing content, read from its first to its last byte, every byte verified. One
 * caller reads; {@link #close} may come from any thread and does not wait.
 */
public interface VerifiedStripe extends AutoCloseable {
  PlacedStripe content();

  /** How its bytes lie in its blocks. */
  Cut cut();

  /**
   * The next bytes, at least one; -1 at the stripe's end.
   *
   * @throws IOException when verified bytes of it cannot be had now
   */
  int read(byte[] target) throws IOException;

  @Override
  void close();
}
