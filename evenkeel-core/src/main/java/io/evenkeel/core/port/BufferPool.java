package io.evenkeel.core.port;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Heap buffers under a hard limit. Whoever takes a buffer owns it until it gives it to someone else
 * or back; a buffer that may still be written must not be given back. Thread-safe.
 */
public final class BufferPool {
  private final long limitBytes;
  private final int keptCapacityBytes;
  private final IntFunction<byte[]> heap;
  private final Deque<byte[]> kept = new ArrayDeque<>();

  /** How many kept buffers were there all the time since the last trim. */
  private int unusedCount;

  private long takenBytes;
  private long peakBytes;

  /**
   * @param limitBytes never more than this is out at once
   * @param keptCapacityBytes buffers of at most this size are kept for the next taker, in arrays of
   *     exactly this size; larger ones are made and dropped
   */
  public BufferPool(long limitBytes, int keptCapacityBytes) {
    this(limitBytes, keptCapacityBytes, byte[]::new);
  }

  /** A pool with a heap of its own, which may be exhausted. */
  public BufferPool(long limitBytes, int keptCapacityBytes, IntFunction<byte[]> heap) {
    if (limitBytes < 0 || keptCapacityBytes <= 0) {
      throw new IllegalArgumentException(
          "a pool needs limitBytes >= 0 and keptCapacityBytes > 0, got "
              + limitBytes
              + " and "
              + keptCapacityBytes);
    }
    this.limitBytes = limitBytes;
    this.keptCapacityBytes = keptCapacityBytes;
    this.heap = heap;
  }

  /**
   * A buffer with position 0 and limit {@code lengthBytes}, its content undefined; empty when the
   * pool's limit does not allow it now. An exhausted heap is the caller's OutOfMemoryError and
   * changes nothing here.
   */
  public Optional<ByteBuffer> take(int lengthBytes) {
    int capacity = capacityBytes(lengthBytes);
    byte[] array;
    synchronized (this) {
      if (takenBytes + capacity > limitBytes) {
        return Optional.empty();
      }
      takenBytes += capacity;
      peakBytes = Math.max(peakBytes, takenBytes);
      array = capacity == keptCapacityBytes ? kept.pollFirst() : null;
      unusedCount = Math.min(unusedCount, kept.size());
    }
    // Zeroing a new array takes its time: not under the lock that all readers share.
    boolean made = false;
    try {
      array = array != null ? array : heap.apply(capacity);
      ByteBuffer buffer = ByteBuffer.wrap(array).limit(lengthBytes);
      made = true;
      return Optional.of(buffer);
    } finally {
      if (!made) {
        takeBack(capacity);
      }
    }
  }

  /** What a buffer of a length counts. */
  public int capacityBytes(int lengthBytes) {
    return Math.max(lengthBytes, keptCapacityBytes);
  }

  /**
   * Lets go of the buffers that nobody has needed since the last call. Answers whether there are
   * others to look at again.
   */
  public synchronized boolean trim() {
    for (; unusedCount > 0; unusedCount--) {
      kept.pollLast();
    }
    unusedCount = kept.size();
    return unusedCount > 0 || takenBytes > 0;
  }

  private synchronized void takeBack(int capacityBytes) {
    takenBytes -= capacityBytes;
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

  /** What is kept for the next taker. */
  public synchronized long keptBytes() {
    return (long) kept.size() * keptCapacityBytes;
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
