package io.evenkeel.core.port;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Heap buffers under a hard limit. Whoever takes a buffer owns it until it gives it to someone else
 * or back; a buffer that may still be written must not be given back. Thread-safe.
 */
public final class BufferPool {
  private final long limitBytes;
  private final int keptCapacityBytes;
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private long takenBytes;
  private long peakBytes;

  /**
   * @param limitBytes never more than this is out at once
   * @param keptCapacityBytes buffers of at most this size are kept for the next taker, in arrays of
   *     exactly this size; larger ones are made and dropped
   */
  public BufferPool(long limitBytes, int keptCapacityBytes) {
    if (limitBytes < 0 || keptCapacityBytes <= 0) {
      throw new IllegalArgumentException(
          "a pool needs limitBytes >= 0 and keptCapacityBytes > 0, got "
              + limitBytes
              + " and "
              + keptCapacityBytes);
    }
    this.limitBytes = limitBytes;
    this.keptCapacityBytes = keptCapacityBytes;
  }

  /**
   * A buffer with position 0 and limit {@code lengthBytes}, its content undefined; empty when the
   * pool's limit does not allow it now.
   */
  public synchronized Optional<ByteBuffer> take(int lengthBytes) {
    int capacity = Math.max(lengthBytes, keptCapacityBytes);
    if (takenBytes + capacity > limitBytes) {
      return Optional.empty();
    }
    takenBytes += capacity;
    peakBytes = Math.max(peakBytes, takenBytes);
    byte[] array = capacity == keptCapacityBytes ? kept.pollFirst() : null;
    return Optional.of(
        ByteBuffer.wrap(array != null ? array : new byte[capacity]).limit(lengthBytes));
  }

  /** Gives a taken buffer back. The caller must not touch it, or any view of it, again. */
  public synchronized void give(ByteBuffer buffer) {
    if (buffer.arrayOffset() != 0) {
      throw new IllegalArgumentException("give back the buffer that was taken, not a slice of it");
    }
    byte[] array = buffer.array();
    takenBytes -= array.length;
    if (takenBytes < 0) {
      throw new IllegalStateException(
          "a buffer of " + array.length + " bytes was given back twice or is not of this pool");
    }
    if (array.length == keptCapacityBytes) {
      kept.addFirst(array);
    }
  }

  public synchronized long takenBytes() {
    return takenBytes;
  }

  /** The most that was out at once. */
  public synchronized long peakBytes() {
    return peakBytes;
  }

  public long limitBytes() {
    return limitBytes;
  }
}
