package io.evenkeel.core.port;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Heap buffers under a hard limit, in sizes of which each is half of the next. Whoever takes a
 * buffer owns it until it gives it to someone else or back; a buffer that may still be written must
 * not be given back. Thread-safe.
 */
public final class BufferPool {
  /** Less than this is not worth a size of its own. */
  private static final int LEAST_BYTES = 16 * 1024;

  private final long limitBytes;
  private final IntFunction<byte[]> heap;

  /** The largest first. */
  private final List<Size> sizes = new ArrayList<>();

  private long takenBytes;
  private long peakBytes;
  private long keptBytes;

  /** Arrays of one length that wait for the next taker. */
  private static final class Size {
    private final int bytes;
    private final Deque<byte[]> kept = new ArrayDeque<>();

    /** How many of them were there all the time since the last trim. */
    private int unused;

    Size(int bytes) {
      this.bytes = bytes;
    }
  }

  /**
   * @param limitBytes never more than this is out or kept at once
   * @param keptCapacityBytes buffers of at most this length are kept for the next taker, in arrays
   *     of this length, its half, and so on; larger ones are made and dropped
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
    this.heap = heap;
    int bytes = keptCapacityBytes;
    sizes.add(new Size(bytes));
    while (bytes % 2 == 0 && bytes / 2 >= LEAST_BYTES) {
      bytes /= 2;
      sizes.add(new Size(bytes));
    }
  }

  /** The least size that such a buffer fits in; null when none is as large. */
  private Size size(int lengthBytes) {
    Size least = null;
    for (Size size : sizes) {
      least = size.bytes >= lengthBytes ? size : least;
    }
    return least;
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
      array = pollKept(size(lengthBytes));
      for (Size size : sizes) {
        while (takenBytes + keptBytes > limitBytes && pollKept(size) != null) {
          // What is kept in other sizes makes room.
        }
      }
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

  private byte[] pollKept(Size size) {
    byte[] array = size == null ? null : size.kept.pollFirst();
    if (array != null) {
      keptBytes -= array.length;
      size.unused = Math.min(size.unused, size.kept.size());
    }
    return array;
  }

  /** What a buffer of a length counts. */
  public int capacityBytes(int lengthBytes) {
    Size size = size(lengthBytes);
    return size == null ? lengthBytes : size.bytes;
  }

  /**
   * Lets go of the buffers that nobody has needed since the last call. Answers whether there are
   * others to look at again.
   */
  public synchronized boolean trim() {
    for (Size size : sizes) {
      for (; size.unused > 0; size.unused--) {
        keptBytes -= size.kept.pollLast().length;
      }
      size.unused = size.kept.size();
    }
    return keptBytes > 0 || takenBytes > 0;
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
    Size size = size(array.length);
    if (size != null && size.bytes == array.length) {
      size.kept.addFirst(array);
      keptBytes += array.length;
    }
  }

  /** What is kept for the next taker. */
  public synchronized long keptBytes() {
    return keptBytes;
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
