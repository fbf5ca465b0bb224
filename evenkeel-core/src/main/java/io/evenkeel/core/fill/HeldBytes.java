package io.evenkeel.core.fill;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The first bytes of a stripe, held as they are until it is known whether its parity is wanted: a
 * process that has just begun would compile an encoder for nothing. They take no more of the budget
 * than encoding the stripe will. Not thread-safe.
 */
final class HeldBytes {
  /** What a quick reader gets while a process's first question is on its way. */
  private static final long HELD_BYTES_MAX = 16 << 20;

  /** So little that the collector takes it for an ordinary array. */
  private static final int CHUNK_BYTES = 256 << 10;

  private final WriteBudget budget;
  private final long encodingBytes;
  private final long heldBytesMax;
  private final Deque<ByteBuffer> chunks = new ArrayDeque<>();
  private boolean reserved;
  private long heldBytes;

  /**
   * @param blockBytes of the stripe's longest block: encoding reserves it once for each parity, and
   *     no more than one is held, so that what is held and what it becomes fit in there together
   */
  HeldBytes(WriteBudget budget, long blockBytes, int parityCount) {
    this.budget = budget;
    this.encodingBytes = blockBytes * parityCount;
    this.heldBytesMax = Math.min(HELD_BYTES_MAX, blockBytes);
  }

  /** Copies all of the bytes, or none where there is no room for them. */
  boolean add(byte[] bytes, int offset, int length) {
    if (heldBytes + length > heldBytesMax || !reserve()) {
      return false;
    }
    for (int done = 0; done < length; ) {
      if (chunks.isEmpty() || !chunks.getLast().hasRemaining()) {
        chunks.addLast(ByteBuffer.allocate(CHUNK_BYTES));
      }
      ByteBuffer chunk = chunks.getLast();
      int step = Math.min(chunk.remaining(), length - done);
      chunk.put(bytes, offset + done, step);
      done += step;
    }
    heldBytes += length;
    return true;
  }

  private boolean reserve() {
    if (!reserved) {
      reserved = budget.tryReserve(encodingBytes);
    }
    return reserved;
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** Hands over the first bytes that are left, a chunk of them at most. */
  void drainSome(ParityEncoder encoder) {
    // The encoder reserves the same.
    release();
    ByteBuffer chunk = chunks.removeFirst();
    encoder.write(chunk.array(), 0, chunk.position());
  }

  /** Forgets everything. */
  void drop() {
    release();
    chunks.clear();
  }

  private void release() {
    if (reserved) {
      reserved = false;
      budget.release(encodingBytes);
    }
  }
}
