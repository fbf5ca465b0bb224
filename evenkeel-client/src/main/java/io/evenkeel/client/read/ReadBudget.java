package io.evenkeel.client.read;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The buffer memory that the reads of a process share. Thread-safe. */
public final class ReadBudget {
  private final long limitBytes;
  private long reservedBytes;
  private long reservations;

  public ReadBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Memory that is one read's until it is closed, which counts once. */
  public final class Reservation implements AutoCloseable {
    private final long bytes;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Reservation(long bytes) {
      this.bytes = bytes;
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        end(bytes);
      }
    }
  }

  /**
   * Reserves memory for a read that can do with less: only while half of the budget stays free.
   * Empty when that is not so.
   */
  public Optional<Reservation> reserveAmply(long bytes) {
    return reserve(bytes, limitBytes / 2);
  }

  /** Reserves the least that a read can do with; empty when there is not so much. */
  public Optional<Reservation> reserve(long bytes) {
    return reserve(bytes, 0);
  }

  private synchronized Optional<Reservation> reserve(long bytes, long leaveBytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a reservation must be > 0 bytes, got " + bytes);
    }
    if (reservedBytes + bytes > limitBytes - leaveBytes) {
      return Optional.empty();
    }
    Reservation made = new Reservation(bytes);
    reservedBytes += bytes;
    reservations++;
    return Optional.of(made);
  }

  private synchronized void end(long bytes) {
    reservedBytes -= bytes;
    reservations--;
  }

  /** What is reserved now. */
  public synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** How many reads hold memory now. */
  public synchronized long reservations() {
    return reservations;
  }
}
