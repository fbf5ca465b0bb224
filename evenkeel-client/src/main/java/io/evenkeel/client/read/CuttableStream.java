package io.evenkeel.client.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/**
 * The bytes of one source, by calls that block. Used by one thread at a time, but {@link #cut} may
 * come from any.
 */
public interface CuttableStream {
  /**
   * Fills {@code target} from {@code offset} on.
   *
   * @param received told how many bytes came, of every piece that came over the wire
   */
  void read(long offset, ByteBuffer target, IntConsumer received) throws IOException;

  /** Cuts whatever is under way, for good. Never blocks. */
  void cut();

  boolean isCut();

  /** Lets go of what it has opened; once it is cut that does not block. */
  void close();
}
