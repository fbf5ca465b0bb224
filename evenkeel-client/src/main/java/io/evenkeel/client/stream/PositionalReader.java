package io.evenkeel.client.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The positional reads of one stream. Thread-safe; reads run side by side. */
public interface PositionalReader {
  /** Reads as the stock stream does: up to {@code length} bytes, -1 at the end of the file. */
  int read(long at, byte[] target, int offset, int length) throws IOException;

  /** As the other; the target's position moves by what is answered. */
  int read(long at, ByteBuffer target) throws IOException;

  /**
   * From now on reads fail as those of a closed stream, from any thread; waits for nobody. Those
   * that wait for lanes end with their file's.
   */
  void close();
}
