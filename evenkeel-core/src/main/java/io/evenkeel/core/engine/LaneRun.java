package io.evenkeel.core.engine;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** One lane under way: its tracker, whom its slices belong to, and what it did. */
final class LaneRun {
  /** Whom a slice belongs to. */
  record Owner(GroupRun group, int read) {}

  /** The thread that reads a lane. */
  interface LaneThread {
    /** When it last went back to the lane; now, while it is away. */
    long resumedNanos(long nowNanos);
  }

  final Source source;
  final LaneTracker tracker;
  final Map<Slice, Owner> owners = new LinkedHashMap<>();
  final AtomicLong receivedBytes = new AtomicLong();
  Lane lane;
  LaneThread thread;
  long streamEnd;
  long requestedEnd;
  long requestedBytes;
  int opens;
  int lateSlices;
  LaneReport.Outcome ended;
  long busyNanos;
  String detail = "";
  Pending timer = Pending.DONE;

  /** How often the timer was armed: an older one that fires all the same means nothing. */
  int watches;

  /** Whether it has failed and is about to be ended for it. */
  boolean failing;

  /** Whether the slice at its head was given more time because the process stood still. */
  boolean excused;

  /**
   * The most lanes of the read that its node served at once while the slice at its head was owed.
   */
  int sharedBy = 1;

  /** The same for the slice that it brought last, whose pace is in the tracker. */
  int paceSharedBy = 1;

  /** Whether the slice at its head has been found late. */
  boolean isLate;

  /** When anything last crossed the wire. */
  volatile long receivedNanos;

  LaneRun(Source source, LaneTracker tracker) {
    this.source = source;
    this.tracker = tracker;
  }

  /** The slice at its head has come or is missing: what was noted of it is over. */
  void nextSlice() {
    excused = false;
    isLate = false;
    paceSharedBy = sharedBy;
    sharedBy = 1;
  }

  boolean isOpen() {
    return ended == null;
  }

  /** Whether it can be asked for this slice: lanes only go forward. */
  boolean accepts(Slice slice) {
    return isOpen() && !failing && slice.offset() >= requestedEnd && slice.end() <= streamEnd;
  }

  /** Whether nothing more can come of it: all of its stream was asked and nothing is wanted. */
  boolean isSpent() {
    return requestedEnd >= streamEnd && !tracker.owesLive();
  }

  /** What it says of its storage node, now that it has ended. */
  Optional<NodeSample> sample() {
    return source instanceof BlockReplica
        ? Optional.of(
            new NodeSample(source.node(), requestedBytes, receivedBytes.get(), busyNanos, ended))
        : Optional.empty();
  }

  LaneReport report() {
    long received = receivedBytes.get();
    return new LaneReport(
        source,
        opens,
        requestedBytes,
        received,
        lateSlices,
        tracker.nanosPerByte(),
        busyNanos,
        ended,
        detail);
  }
}
