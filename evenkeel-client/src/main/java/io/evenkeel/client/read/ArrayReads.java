package io.evenkeel.client.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.function.Consumer;

/** Reads into buffers from what fills arrays only. */
public final class ArrayReads {
  /** What is copied at once. */
  static final int COPY_BYTES = 128 * 1024;

  private ArrayReads() {}

  /**
   * Reads into the buffer's own array, or by way of one and then as often as the source fills that.
   * The position moves by what is answered; -1 leaves it as it is.
   *
   * @param untold takes what fails after some bytes
   */
  public static int read(TinyReads.Source source, ByteBuffer target, Consumer<IOException> untold)
      throws IOException {
    int done = readOnce(source, target, Integer.MAX_VALUE);
    int filled = done;
    while (!target.hasArray() && filled == COPY_BYTES && target.hasRemaining()) {
      try {
        filled = readOnce(source, target, Integer.MAX_VALUE);
      } catch (IOException e) {
        untold.accept(e);
        break;
      }
      done += Math.max(0, filled);
    }
    return done;
  }

  /**
   * The same by a single read of the source.
   *
   * @param mostBytes no more are there to be read: of a copy there need be no more room
   */
  static int readOnce(TinyReads.Source source, ByteBuffer target, long mostBytes)
      throws IOException {
    if (target.isReadOnly()) {
      // Before anything is read that would be lost.
      throw new ReadOnlyBufferException();
    }
    if (target.hasArray()) {
      int start = target.arrayOffset() + target.position();
      int count = source.read(target.array(), start, target.remaining());
      target.position(target.position() + Math.max(0, count));
      return count;
    }
    byte[] copy = new byte[(int) Math.min(Math.min(target.remaining(), COPY_BYTES), mostBytes)];
    int count = source.read(copy, 0, copy.length);
    target.put(copy, 0, Math.max(0, count));
    return count;
  }
}
