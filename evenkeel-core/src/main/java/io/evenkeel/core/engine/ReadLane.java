package io.evenkeel.core.engine;

import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * One lane of a read from its first opening to its end: what it owes and to whom, when that is
 * late, and what it did. Of the read's serial context, but for {@link #received}.
 */
final class ReadLane {
  /** Four packets of HDFS: of what is shorter nothing says how far it is. */
  private static final int TELLING_BYTES_MIN = 256 << 10;

  /** What could not be done about a late slice is not tried again sooner. */
  private static final long RETRY_NANOS_MIN = 1_000_000;

  /** A timer that runs later than this says that the whole process stood still. */
  private static final long PAUSE_NANOS_MIN = 1_000_000;

  /** Whom a slice belongs to. */
  record Owner(GroupRun group, int read) {}

  private final LanePorts ports;
  private final LaneSet lanes;
  private final LaneListener listener;
  private final Source source;
  private final long streamEnd;
  private final LaneTracker tracker;
  private final Map<Slice, Owner> owners = new LinkedHashMap<>();
  private final AtomicLong receivedBytes = new AtomicLong();

  /** What had crossed the wire before the slice at its head. */
  private long receivedBeforeBytes;

  private Lane lane;

  /** Of its latest opening. */
  private LaneInbox inbox;

  private long requestedEnd;
  private long requestedBytes;
  private int opens;
  private int lateSlices;
  private Outcome outcome;
  private long busyNanos;
  private String detail = "";
  private Pending timer = Pending.DONE;

  /** How often the timer was armed: an older one that fires all the same means nothing. */
  private int watches;

  /** Whether it has failed and is about to be ended for it. */
  private boolean failing;

  /** Whether the slice at its head was given more time because the process stood still. */
  private boolean excused;

  /**
   * The most lanes of the read that its node served at once while the slice at its head was owed.
   */
  private int sharedBy = 1;

  /** The same for the slice that it brought last of those that have a part in its pace. */
  private int paceSharedBy = 1;

  /** Whether the slice at its head has been found late. */
  private boolean isLate;

  /** When anything last crossed the wire. */
  private volatile long receivedNanos;

  /**
   * @param streamEnd how far it may be asked
   */
  ReadLane(LanePorts ports, LaneSet lanes, LaneListener listener, Source source, long streamEnd) {
    this.ports = ports;
    this.lanes = lanes;
    this.listener = listener;
    this.source = source;
    this.streamEnd = streamEnd;
    this.tracker = new LaneTracker(ports.limits());
  }

  Source source() {
    return source;
  }

  private long now() {
    return ports.scheduler().nanoTime();
  }

  private boolean isOpen() {
    return outcome == null;
  }

  /** Whether it can be asked for this slice: lanes only go forward. */
  boolean accepts(Slice slice) {
    return isOpen() && !failing && slice.offset() >= requestedEnd && slice.end() <= streamEnd;
  }

  /** Whether it owes anything that is still wanted. */
  boolean owesLive() {
    return tracker.owesLive();
  }

  // ---- asking ----

  /** Opens it. What this throws is its end. */
  void open() {
    opens++;
    receivedBeforeBytes = receivedBytes.get();
    inbox = new LaneInbox(ports, this);
    lane = ports.lanes().open(source, streamEnd, ports.buffers(), inbox);
  }

  /** Asks for one more slice that it {@link #accepts}. */
  void ask(Slice slice, Owner owner) {
    owners.put(slice, owner);
    requestedEnd = slice.end();
    requestedBytes += slice.lengthBytes();
    tracker.requested(slice, now());
    request(List.of(slice));
  }

  /** A lane that cannot even be asked has failed; its groups are told later, not in between. */
  private void request(List<Slice> slices) {
    try {
      for (Slice slice : slices) {
        lane.request(slice);
      }
      watch();
    } catch (Throwable e) {
      failLater(e);
    }
  }

  private void failLater(Throwable cause) {
    failing = true;
    ports
        .serial()
        .execute(
            () -> {
              if (isOpen()) {
                fail(cause);
              }
            });
  }

  // ---- what it brings ----

  /** Something of it has crossed the wire. May come from any thread. */
  void received(int bytes) {
    receivedBytes.addAndGet(bytes);
    lanes.received(bytes);
    receivedNanos = now();
  }

  boolean hasReceivedSince(long nanos) {
    return receivedBytes.get() > 0 && receivedNanos - nanos > 0;
  }

  /** Since when it owes the slice at its head. */
  long headSinceNanos() {
    return tracker.headSinceNanos();
  }

  private boolean isCurrent(LaneInbox from) {
    return !lanes.isClosed() && isOpen() && from == inbox;
  }

  /** The slice at its head has come or is missing: what was noted of it is over. */
  private void nextSlice() {
    excused = false;
    isLate = false;
    sharedBy = 1;
  }

  /**
   * A slice has come.
   *
   * @param resumedNanos when its thread had last gone back to the lane
   * @param arrivedNanos when it came
   */
  void arrived(
      LaneInbox from,
      Slice slice,
      LaneInbox.Incoming incoming,
      SubblockChecksums proof,
      long resumedNanos,
      long arrivedNanos) {
    if (!isCurrent(from)) {
      return;
    }
    tracker.resumed(resumedNanos);
    OptionalLong lateAt = lateAt();
    int sharing = sharedBy;
    nextSlice();
    receivedBeforeBytes += slice.lengthBytes();
    int length = incoming.bytes.remaining();
    if (!tracker.delivered(slice, arrivedNanos) || length != slice.lengthBytes()) {
      fail(new BrokenLaneException(source, slice, length));
      return;
    }
    paceSharedBy = tracker.isPacedByLast() ? sharing : paceSharedBy;
    boolean wasInTime = lateAt.isPresent() && arrivedNanos - lateAt.getAsLong() < 0;
    lanes.paces().arrived(source, arrivedNanos, wasInTime);
    Owner owner = owners.remove(slice);
    if (owner != null) {
      incoming.kept = listener.arrived(owner, incoming.bytes, proof);
    }
    if (incoming.kept) {
      listener.kept(owner);
    }
    retireOrWatch();
    lanes.watchOpening();
  }

  /** A slice will not come, but those after it may. */
  void missed(LaneInbox from, Slice slice, Throwable cause, long resumedNanos, long missedNanos) {
    if (!isCurrent(from)) {
      return;
    }
    tracker.resumed(resumedNanos);
    nextSlice();
    receivedBeforeBytes = receivedBytes.get();
    if (!tracker.missed(slice, missedNanos)) {
      fail(new BrokenLaneException(source, slice, 0));
      return;
    }
    Owner owner = owners.remove(slice);
    if (owner != null) {
      listener.failed(owner, cause);
    }
    retireOrWatch();
  }

  /** Nothing more will come of it. */
  void failed(LaneInbox from, Throwable cause) {
    if (isCurrent(from)) {
      fail(cause);
    }
  }

  private void fail(Throwable cause) {
    List<Owner> owed = new ArrayList<>(owners.values());
    lanes.died(source, cause);
    end(Outcome.FAILED, String.valueOf(cause.getMessage()));
    abort();
    owed.forEach(o -> listener.failed(o, cause));
  }

  // ---- what is not wanted any more ----

  /** The group has completed or was given up: what it was to get from here is not wanted. */
  void dropped(GroupRun group, boolean completed) {
    boolean touched = false;
    for (Map.Entry<Slice, Owner> e : owners.entrySet()) {
      if (e.getValue().group() == group) {
        tracker.dropped(e.getKey(), completed);
        touched = true;
      }
    }
    if (touched) {
      if (isLate && tracker.isHeadOvertaken()) {
        lanes.overtaken(this);
      }
      switch (tracker.advice()) {
        case KEEP -> retireOrWatch();
        case SKIP -> skip();
        case PARK -> park();
      }
    }
  }

  private void skip() {
    abort();
    List<Slice> live = tracker.skipped(now());
    nextSlice();
    owners.keySet().stream()
        .filter(slice -> !live.contains(slice))
        .forEach(slice -> listener.unread(owners.get(slice)));
    owners.keySet().retainAll(live);
    detail = "skipped forward";
    try {
      open();
    } catch (Throwable e) {
      failLater(e);
      return;
    }
    request(live);
  }

  private void park() {
    List<Owner> owed = tracker.live().stream().map(owners::get).toList();
    if (!owed.stream().allMatch(listener::canSpare)) {
      watch();
      return;
    }
    if (tracker.isBehind()) {
      lanes.paces().lagged(source.node());
      lanes.overtaken(this);
      end(Outcome.PARKED, "lagged");
    } else {
      end(Outcome.ABORTED, "its groups were given up");
    }
    abort();
    owed.forEach(listener::parked);
  }

  // ---- its end ----

  /** A lane that has brought all it was opened for holds no socket until the read's end. */
  private void retireOrWatch() {
    boolean spent = requestedEnd >= streamEnd && !tracker.owesLive();
    if (isOpen() && spent) {
      close();
    } else {
      watch();
    }
  }

  /** Ends it, whatever it still owes. */
  void close() {
    close(detail);
  }

  private void close(String why) {
    ReadExecution.attempt(() -> end(outcomeIfClosed(), why));
    abort();
  }

  private Outcome outcomeIfClosed() {
    return tracker.isIdle() ? Outcome.FINISHED : Outcome.ABORTED;
  }

  private void end(Outcome how, String why) {
    outcome = how;
    detail = why;
    busyNanos = tracker.ended(now());
    timer.cancel();
    for (Owner owner : owners.values()) {
      listener.unread(owner);
    }
    owners.clear();
    lanes.ended(this);
  }

  /** Whatever goes wrong in ending a lane, the read goes on without it. */
  private void abort() {
    ReadExecution.attempt(lane::abort);
  }

  /** What became of it, once it has ended. */
  LaneReport report() {
    return new LaneReport(
        source,
        opens,
        requestedBytes,
        receivedBytes.get(),
        lateSlices,
        tracker.nanosPerByte(),
        tracker.pacedBytes(),
        busyNanos,
        outcome,
        detail);
  }

  // ---- its pace ----

  /** As if it had its node for itself; 0 while it says nothing of slices of that length. */
  double nanosPerByteAlone(int lengthBytes) {
    return tracker.isPacedFor(lengthBytes) ? tracker.nanosPerByte() / paceSharedBy : 0;
  }

  /** The same, or what it has taken since at least, whichever is more. */
  double nanosPerByteShown(int lengthBytes) {
    return Math.max(
        tracker.owedNanosPerByte(now(), lengthBytes) / sharedBy, nanosPerByteAlone(lengthBytes));
  }

  /** So many lanes of the read share its node now; answers the most since its head was owed. */
  int noteSharedBy(int laneCount) {
    sharedBy = Math.max(sharedBy, laneCount);
    return sharedBy;
  }

  private OptionalLong lateAt() {
    double times = Math.max(lanes.paces().crowd(), lanes.sharing(this));
    int lengthBytes = tracker.headLengthBytes();
    // A cache node's value comes at once, and so does what fits a few packets.
    boolean tells =
        source.kind() == SourceKind.STORAGE && lengthBytes * ports.byteScale() >= TELLING_BYTES_MIN;
    long headBytes = tells ? receivedBytes.get() - receivedBeforeBytes : lengthBytes;
    return lanes.paces().lateAt(this, tracker, times, headBytes);
  }

  /** A group has gained sources: what it waits for here, and is late, may be asked of these. */
  void lookAgain(GroupRun group) {
    if (isOpen() && isLate && owners.values().stream().anyMatch(o -> o.group() == group)) {
      watch();
    }
  }

  /** What another lane has brought says how long this one may take to bring anything. */
  void watchIfOpening() {
    if (tracker.isOpening() && tracker.owesLive() && !isLate) {
      watch();
    }
  }

  /**
   * (Re-)arms the timer: for when the slice at its head becomes late, or, while it owes nothing
   * that anybody wants, for when it has done so for too long.
   */
  private void watch() {
    timer.cancel();
    timer = Pending.DONE;
    if (!isOpen()) {
      return;
    }
    OptionalLong at = lateAt();
    if (at.isPresent() && tracker.owesLive()) {
      arm(Math.max(0, at.getAsLong() - now()), this::checkLate);
    } else {
      // A detour or a pause may never come back to it: its socket and its node's thread are freed.
      arm(ports.limits().idleNanos(), due -> close("idle"));
    }
  }

  private void arm(long delayNanos, LongConsumer then) {
    timer.cancel();
    int watch = ++watches;
    long dueNanos = now() + delayNanos;
    timer =
        ports
            .scheduler()
            .schedule(
                delayNanos,
                () ->
                    ports
                        .serial()
                        .execute(
                            () -> {
                              if (!lanes.isClosed() && isOpen() && watches == watch) {
                                then.accept(dueNanos);
                              }
                            }));
  }

  private void checkLate(long dueNanos) {
    OptionalLong at = lateAt();
    if (at.isEmpty() || !tracker.owesLive()) {
      watch();
      return;
    }
    long now = now();
    long awayNanos = Math.max(0, inbox.resumedNanos(now) - tracker.headSinceNanos());
    long inTimeNanos = at.getAsLong() + awayNanos - now;
    if (inTimeNanos > 0) {
      arm(inTimeNanos, this::checkLate);
      return;
    }
    long floorNanos = ports.limits().lateFloorNanos();
    if (now - dueNanos > Math.max(PAUSE_NANOS_MIN, floorNanos) && !excused) {
      // The timer is late itself: the lane gets the time in which nobody here could have read.
      excused = true;
      tracker.resumed(now);
      watch();
      return;
    }
    lateSlices += isLate ? 0 : 1;
    isLate = true;
    ReadExecution.attempt(lane::late);
    lanes.paces().lagged(source.node());
    long silent = now - Math.max(receivedNanos, tracker.headSinceNanos());
    double pace = nanosPerByteShown(tracker.headLengthBytes());
    boolean done = true;
    for (Slice slice : tracker.live()) {
      Owner owner = owners.get(slice);
      done &= owner == null || listener.late(owner, silent, pace);
    }
    if (!done && isOpen()) {
      arm(Math.max(RETRY_NANOS_MIN, floorNanos), this::checkLate);
    }
  }
}
