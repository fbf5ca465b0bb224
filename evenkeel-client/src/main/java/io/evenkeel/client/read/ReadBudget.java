package io.evenkeel.client.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The buffer memory that the reads of a process share. Streams that are open and not read from hold
 * it, too, and give it up to those that are. Thread-safe.
 */
public final class ReadBudget {
  /** Who has not been at a read for so long may be about to do something else. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Who waits for so long takes from who has been elsewhere as long. */
  private static final long LEFT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final long limitBytes;
  private long reservedBytes;
  private long askedNanos;
  private final Set<Reservation> made = new LinkedHashSet<>();

  /** Whose memory it is. */
  public interface Holder {
    /** How long nobody has been at it, in nanoseconds; 0 while somebody is. */
    long idleNanos();

    /** Ends it if nobody is at it and that does no harm; its memory comes back at once or soon. */
    boolean release();

    /** Whether it was this thread that was last at it: nobody is while that does something else. */
    default boolean isLeftBy(Thread thread) {
      return false;
    }

    /** Others wait for memory: who is at it is to let go of it when that does no harm. */
    default void yieldSoon() {}
  }

  public ReadBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Memory that is one read's until it is closed, which counts once. */
  public final class Reservation implements AutoCloseable {
    private final long bytes;
    private volatile Holder holder;
    private boolean wasAsked;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Reservation(long bytes) {
      this.bytes = bytes;
    }

    /** The read has started. */
    public void heldBy(Holder read) {
      holder = read;
    }

    private long idleNanos() {
      Holder read = holder;
      return read == null ? 0 : read.idleNanos();
    }

    private boolean isLeftBy(Thread thread) {
      Holder read = holder;
      return read != null && read.isLeftBy(thread);
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        end(this);
      }
    }
  }

  /**
   * Reserves memory for a read that can do with less: only while a part of the budget stays free.
   * Empty when that is not so.
   *
   * @param choice 0 for the most that it can use, and one more for each next best: half has to stay
   *     free for the first, a quarter for the second, and so on
   */
  public Optional<Reservation> reserveAmply(long bytes, int choice) {
    return reserve(bytes, limitBytes >> Math.min(choice + 1, Long.SIZE - 1));
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
    Reservation reservation = new Reservation(bytes);
    reservedBytes += bytes;
    made.add(reservation);
    return Optional.of(reservation);
  }

  private synchronized void end(Reservation reservation) {
    reservedBytes -= reservation.bytes;
    made.remove(reservation);
  }

  private record Idle(Reservation reservation, long nanos) {}

  /** Ends the read that nobody has been at for longest; false when there is none to end. */
  public boolean releaseIdle() {
    return release(each -> each.nanos() >= IDLE_NANOS);
  }

  /**
   * The same for a thread that waits for memory: what it was itself at last, and what nobody has
   * been at for as long as it waits.
   */
  public boolean releaseLeft(long waitedNanos) {
    Thread own = Thread.currentThread();
    long leftNanos = Math.min(IDLE_NANOS, Math.max(LEFT_NANOS, waitedNanos));
    return release(each -> each.nanos() >= leftNanos || each.reservation().isLeftBy(own));
  }

  private boolean release(Predicate<Idle> isLeft) {
    List<Reservation> all;
    synchronized (this) {
      all = new ArrayList<>(made);
    }
    // Asked once: it grows while it is compared, and who reads again is idle no more.
    List<Idle> idle = new ArrayList<>();
    all.forEach(reservation -> idle.add(new Idle(reservation, reservation.idleNanos())));
    idle.removeIf(each -> !isLeft.test(each));
    idle.sort(Comparator.comparingLong(Idle::nanos).reversed());
    for (Idle each : idle) {
      if (each.reservation().holder.release()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks the largest read, and of equal ones the oldest that was not asked yet, to give its memory
   * to others. Not more often than memory comes back by that.
   */
  public void askToYield(long nowNanos) {
    Reservation largest = null;
    synchronized (this) {
      if (askedNanos != 0 && nowNanos - askedNanos < ASK_NANOS) {
        return;
      }
      askedNanos = nowNanos;
      for (Reservation each : made) {
        boolean more = largest == null || each.bytes > largest.bytes;
        // One that is just starting cannot be asked yet.
        largest = !each.wasAsked && each.holder != null && more ? each : largest;
      }
      if (largest != null) {
        largest.wasAsked = true;
      }
    }
    if (largest != null) {
      largest.holder.yieldSoon();
    }
  }

  /** Whether so much could be reserved if nothing else was. */
  public boolean hasRoomFor(long bytes) {
    return bytes <= limitBytes;
  }

  /** What is reserved now. */
  public synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** How many reads hold memory now. */
  public synchronized long reservations() {
    return made.size();
  }

  /** How many of them somebody is at, or was a moment ago. */
  public synchronized long active() {
    long active = 0;
    for (Reservation reservation : made) {
      active += reservation.idleNanos() < IDLE_NANOS ? 1 : 0;
    }
    return active;
  }
}
