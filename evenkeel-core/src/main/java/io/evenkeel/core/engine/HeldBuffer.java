package io.evenkeel.core.engine;

import io.evenkeel.core.port.BufferPool;
import java.nio.ByteBuffer;

/** A pool's buffer with a count of its holders; touched only in the execution's serial context. */
final class HeldBuffer {
  private final ByteBuffer buffer;
  private int holders = 1;

  HeldBuffer(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  /** The bytes, with a position of the taker's own. */
  ByteBuffer bytes() {
    return buffer.duplicate();
  }

  int capacityBytes() {
    return buffer.capacity();
  }

  void hold() {
    holders++;
  }

  /** Lets go; the last holder gives the buffer back. Answers whether this was the last. */
  boolean release(BufferPool pool) {
    if (holders <= 0) {
      throw new IllegalStateException("a piece was released twice");
    }
    holders--;
    if (holders == 0) {
      pool.give(buffer);
    }
    return holders == 0;
  }
}
