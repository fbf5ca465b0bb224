package io.evenkeel.core.fill;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The memory that all files being written by a process may take for parity, and what it reads for
 * bytes that wait to be encoded, reserved before it is used. Buffers that come back are kept for
 * the next taker until {@link #trim}, and never so many that kept and taken ones together exceed
 * the budget. Thread-safe.
 */
public final class WriteBudget {
  private final long limitBytes;
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private long reservedBytes;
  private long takenBytes;
  private long keptBytes;
  private long peakBytes;

  public WriteBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Reserves if there is room now. */
  public synchronized boolean tryReserve(long bytes) {
    if (bytes > limitBytes - reservedBytes) {
      return false;
    }
    reservedBytes += bytes;
    peakBytes = Math.max(peakBytes, reservedBytes);
    return true;
  }

  /** Gives a reservation, or a part of it, back. */
  public synchronized void release(long bytes) {
    if (bytes < 0 || bytes > reservedBytes) {
      throw new IllegalStateException(
          "cannot release " + bytes + " bytes of " + reservedBytes + " reserved ones");
    }
    reservedBytes -= bytes;
  }

  /** Lets go of the buffers that nobody uses now. */
  public synchronized void trim() {
    kept.clear();
    keptBytes = 0;
  }

  /** What is kept for the next taker. */
  synchronized long keptBytes() {
    return keptBytes;
  }

  public synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** The most that was reserved at once. */
  public synchronized long peakBytes() {
    return peakBytes;
  }

  public long limitBytes() {
    return limitBytes;
  }

  /** A buffer that may hold anything; its bytes must have been reserved. */
  ByteBuffer take(int capacityBytes) {
    byte[] array = reuse(capacityBytes);
    ByteBuffer buffer = array == null ? ByteBuffer.allocate(capacityBytes) : ByteBuffer.wrap(array);
    synchronized (this) {
      takenBytes += capacityBytes;
    }
    return buffer;
  }

  /** One of that length if one is kept; else those of others make room where that is needed. */
  private synchronized byte[] reuse(int capacityBytes) {
    for (Iterator<byte[]> all = kept.iterator(); all.hasNext(); ) {
      byte[] next = all.next();
      if (next.length == capacityBytes) {
        all.remove();
        keptBytes -= next.length;
        return next;
      }
    }
    while (!kept.isEmpty() && takenBytes + keptBytes + capacityBytes > limitBytes) {
      keptBytes -= kept.pollLast().length;
    }
    return null;
  }

  /** Takes a buffer back that nobody will touch again, together with its reservation. */
  synchronized void give(ByteBuffer buffer) {
    forget(buffer.capacity());
    if (takenBytes + keptBytes + buffer.capacity() <= limitBytes) {
      kept.addFirst(buffer.array());
      keptBytes += buffer.capacity();
    }
  }

  /** Takes a reservation back whose buffer somebody may still be reading. */
  synchronized void forget(int capacityBytes) {
    takenBytes -= capacityBytes;
    release(capacityBytes);
  }
}
