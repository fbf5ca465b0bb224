package io.evenkeel.core.engine;

import io.evenkeel.core.port.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where one lane is, and what to skip. A pure state machine: the clock comes in with each event.
 *
 * <p>A lane delivers what it was asked for in order. Slices whose group has completed without them
 * are <em>dropped</em>: a lane with many of them at its head lags, and is skipped forward once by
 * reopening at its first live slice; when it lags again soon it is parked.
 */
public final class LaneTracker {
  /** What to do with the lane. */
  public enum Advice {
    KEEP,
    SKIP,
    PARK
  }

  private static final class Outstanding {
    final Slice slice;
    final long askedNanos;
    boolean dropped;
    boolean overtaken;

    Outstanding(Slice slice, long askedNanos) {
      this.slice = slice;
      this.askedNanos = askedNanos;
    }
  }

  /** A slice so many times longer than others has a pace of its own. */
  private static final int COMPARABLE_TIMES = 4;

  private final ReadLimits limits;
  private final Deque<Outstanding> outstanding = new ArrayDeque<>();
  private long headSinceNanos;
  private long busyNanos;
  private boolean opening = true;
  private int deliveredSinceSkip;
  private int skips;
  private double nanosPerByte;
  private int pacedBytes;
  private boolean isPacedByLast;

  /** Its pace at least by the slice that it was left with; 0 once it has brought something. */
  private double leftNanosPerByte;

  /** How long that slice was. */
  private int leftBytes;

  public LaneTracker(ReadLimits limits) {
    this.limits = limits;
  }

  public void requested(Slice slice, long nowNanos) {
    if (outstanding.isEmpty()) {
      headSinceNanos = nowNanos;
    }
    outstanding.addLast(new Outstanding(slice, nowNanos));
  }

  /**
   * The group of this slice has ended without it.
   *
   * @param completed whether by others, or in vain
   */
  public void dropped(Slice slice, boolean completed) {
    for (Outstanding o : outstanding) {
      if (o.slice.equals(slice)) {
        o.dropped = true;
        o.overtaken = completed;
      }
    }
  }

  /** Whether others have brought what is at its head. */
  public boolean isHeadOvertaken() {
    return droppedAtHead(true) > 0;
  }

  /** Whether others have been faster than what is at its head, so often that it lags. */
  public boolean isBehind() {
    return droppedAtHead(true) >= limits.skipDepth();
  }

  /**
   * How many slices in a row at its head nobody wants any more; or how many others have brought.
   */
  private int droppedAtHead(boolean overtakenOnly) {
    int count = 0;
    for (Outstanding o : outstanding) {
      if (!o.dropped) {
        break;
      }
      count += o.overtaken || !overtakenOnly ? 1 : 0;
    }
    return count;
  }

  /**
   * The lane delivered a slice.
   *
   * @param nowNanos when it arrived at the lane, which may be before slices that were asked since
   * @return false when this is not the slice at its head: a lane that breaks the order is broken
   */
  public boolean delivered(Slice slice, long nowNanos) {
    long sinceNanos = headSinceNanos;
    if (!missed(slice, nowNanos)) {
      return false;
    }
    leftNanosPerByte = 0;
    paced((double) (nowNanos - sinceNanos) / slice.lengthBytes(), slice.lengthBytes());
    return true;
  }

  /** What a short slice takes is not its bytes: a pace of a byte would let a MiB take hours. */
  private void paced(double pace, int lengthBytes) {
    isPacedByLast = nanosPerByte == 0 || isComparable(lengthBytes, pacedBytes);
    if (nanosPerByte == 0 || !isComparable(pacedBytes, lengthBytes)) {
      nanosPerByte = pace;
    } else if (isPacedByLast) {
      nanosPerByte = (nanosPerByte + pace) / 2;
    }
    pacedBytes = Math.max(pacedBytes, lengthBytes);
  }

  /** Whether the slice that it brought last has a part in its pace. */
  boolean isPacedByLast() {
    return isPacedByLast;
  }

  /** Whether the pace of slices of one length says how long those of another may take. */
  private static boolean isComparable(int lengthBytes, int ofBytes) {
    return (long) COMPARABLE_TIMES * lengthBytes >= ofBytes;
  }

  /** Whether its pace says how long a slice of that length may take. */
  public boolean isPacedFor(int lengthBytes) {
    return nanosPerByte > 0 && isComparable(pacedBytes, lengthBytes);
  }

  /**
   * The lane has gone past a slice without its bytes, which says nothing about its pace.
   *
   * @return false when this is not the slice at its head
   */
  public boolean missed(Slice slice, long nowNanos) {
    Outstanding head = outstanding.peekFirst();
    if (head == null || !head.slice.equals(slice)) {
      return false;
    }
    busyNanos = busyNanos(nowNanos);
    outstanding.removeFirst();
    Outstanding next = outstanding.peekFirst();
    headSinceNanos = next != null && next.askedNanos - nowNanos > 0 ? next.askedNanos : nowNanos;
    opening = false;
    if (!head.dropped) {
      deliveredSinceSkip++;
    }
    return true;
  }

  /** The lane's own recent pace, that of its long slices; 0 while unknown. */
  public double nanosPerByte() {
    return nanosPerByte;
  }

  /** How long the longest of the slices is that {@link #nanosPerByte} is of. */
  public int pacedBytes() {
    return pacedBytes;
  }

  /** The lane was held up until then by what its last delivery led to, and only then went on. */
  public void resumed(long nanos) {
    if (!outstanding.isEmpty() && nanos - headSinceNanos > 0) {
      headSinceNanos = nanos;
    }
  }

  /** It ends, and owes nothing any more; answers {@link #busyNanos}. */
  public long ended(long nowNanos) {
    left(nowNanos);
    return busyNanos;
  }

  /** Since when it has owed the slice at its head. */
  public long headSinceNanos() {
    return headSinceNanos;
  }

  /** How long it has owed anything, as {@code LaneReport.busyNanos} defines. */
  public long busyNanos(long nowNanos) {
    return busyNanos + (outstanding.isEmpty() ? 0 : Math.max(0, nowNanos - headSinceNanos));
  }

  /** Whether it owes anything that is still wanted. */
  public boolean owesLive() {
    for (Outstanding owed : outstanding) {
      if (!owed.dropped) {
        return true;
      }
    }
    return false;
  }

  /** Whether no slice has come, or is known to be missing, since it was last opened. */
  public boolean isOpening() {
    return opening;
  }

  public boolean isIdle() {
    return outstanding.isEmpty();
  }

  /** How long the slice at its head is; 0 when it owes none. */
  public int headLengthBytes() {
    Outstanding head = outstanding.peekFirst();
    return head == null ? 0 : head.slice.lengthBytes();
  }

  /**
   * The least that its pace can be at slices of that length, by how long it has been waited for
   * since it delivered last; 0 where that says nothing of such slices.
   */
  public double owedNanosPerByte(long nowNanos, int lengthBytes) {
    boolean isTelling = !isIdle() && isComparable(headLengthBytes(), lengthBytes);
    double owed = isTelling ? (double) (nowNanos - headSinceNanos) / headLengthBytes() : 0;
    return isComparable(leftBytes, lengthBytes) ? Math.max(owed, leftNanosPerByte) : owed;
  }

  /** It is not waited for any longer. */
  private void left(long nowNanos) {
    busyNanos = busyNanos(nowNanos);
    if (!isIdle()) {
      leftNanosPerByte = owedNanosPerByte(nowNanos, headLengthBytes());
      leftBytes = headLengthBytes();
    }
    outstanding.clear();
  }

  /** What it owes that is still wanted, in order. */
  public List<Slice> live() {
    List<Slice> live = new ArrayList<>();
    for (Outstanding owed : outstanding) {
      if (!owed.dropped) {
        live.add(owed.slice);
      }
    }
    return live;
  }

  /**
   * From when on the slice at its head is late: when it has taken the time that it may, or half of
   * it while less than a third has come, at which pace it would need more than one and a half of
   * it.
   *
   * @param expectedNanosPerByte the pace of the lane's healthy peers; 0 when unknown
   * @param times how many times longer than alone it may take: for a core, or for others at its
   *     node
   * @param headBytes how much of the slice has come; all of it where that is not known
   */
  public OptionalLong lateAtNanos(double expectedNanosPerByte, double times, long headBytes) {
    Outstanding head = outstanding.peekFirst();
    if (head == null) {
      return OptionalLong.empty();
    }
    double pace = expectedNanosPerByte > 0 ? expectedNanosPerByte : limits.coldNanosPerByte();
    long late = (long) (limits.lateFactor() * pace * head.slice.lengthBytes());
    long allowed = late + (opening ? limits.openNanos() : 0);
    boolean crawls = headBytes < head.slice.lengthBytes() / 3;
    long due = crawls ? allowed / 2 : allowed;
    long limit = (long) (times * Math.max(limits.lateFloorNanos(), due));
    return OptionalLong.of(headSinceNanos + limit);
  }

  /** What to do with the lane now. */
  public Advice advice() {
    if (droppedAtHead(false) < limits.skipDepth()) {
      return Advice.KEEP;
    }
    boolean again = skips > 0 && deliveredSinceSkip < limits.skipDepth() * 4;
    return again || !owesLive() ? Advice.PARK : Advice.SKIP;
  }

  /**
   * The lane was reopened at its first live slice.
   *
   * @return what the new lane must be asked for, in order
   */
  public List<Slice> skipped(long nowNanos) {
    List<Slice> live = live();
    left(nowNanos);
    live.forEach(s -> outstanding.addLast(new Outstanding(s, nowNanos)));
    headSinceNanos = nowNanos;
    opening = true;
    deliveredSinceSkip = 0;
    skips++;
    return live;
  }
}
