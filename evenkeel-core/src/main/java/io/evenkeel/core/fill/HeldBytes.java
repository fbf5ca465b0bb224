package io.evenkeel.core.fill;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The first bytes of a stripe, held as they are until it is known whether its parity is wanted: to
 * copy them costs a process that has just begun a tenth of encoding them. Not thread-safe.
 */
final class HeldBytes {
  /** What a quick reader gets while a process's first question is on its way. */
  private static final long HELD_BYTES_MAX = 16 << 20;

  private final WriteBudget budget;
  private final int chunkBytes;
  private final long encodingBytes;
  private final Deque<ByteBuffer> chunks = new ArrayDeque<>();
  private long heldBytes;

  /**
   * @param encodingBytes what encoding the stripe takes of the budget: so much is left free
   */
  HeldBytes(WriteBudget budget, int chunkBytes, long encodingBytes) {
    this.budget = budget;
    this.chunkBytes = chunkBytes;
    this.encodingBytes = encodingBytes;
  }

  /** Copies all of the bytes, or none where there is no room for them. */
  boolean add(byte[] bytes, int offset, int length) {
    if (heldBytes + length > HELD_BYTES_MAX || !makeRoom(length)) {
      return false;
    }
    int done = 0;
    for (ByteBuffer chunk : chunks) {
      int step = Math.min(chunk.remaining(), length - done);
      chunk.put(bytes, offset + done, step);
      done += step;
    }
    heldBytes += length;
    return true;
  }

  private boolean makeRoom(int length) {
    while ((long) chunks.size() * chunkBytes < heldBytes + length) {
      if (!budget.tryReserve(chunkBytes, encodingBytes)) {
        return false;
      }
      try {
        chunks.addLast(budget.take(chunkBytes));
      } catch (OutOfMemoryError e) {
        budget.release(chunkBytes);
        return false;
      }
    }
    return true;
  }

  /** Hands everything over in order, and holds nothing any more. */
  void drainTo(ParityEncoder encoder) {
    while (!chunks.isEmpty()) {
      ByteBuffer chunk = chunks.removeFirst();
      encoder.write(chunk.array(), 0, chunk.position());
      budget.give(chunk);
    }
    heldBytes = 0;
  }

  /** Forgets everything. */
  void drop() {
    while (!chunks.isEmpty()) {
      budget.give(chunks.removeFirst());
    }
    heldBytes = 0;
  }
}
