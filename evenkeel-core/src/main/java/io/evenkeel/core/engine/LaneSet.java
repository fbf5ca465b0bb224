package io.evenkeel.core.engine;

import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lanes of one read: opens them, asks them, skips or parks the lagging ones and notices late
 * ones. Runs in the read's serial context.
 */
final class LaneSet {
  /** What could not be done about a late slice is not tried again sooner. */
  private static final long RETRY_NANOS_MIN = 1_000_000;

  /** A timer that runs later than this says that the whole process stood still. */
  private static final long PAUSE_NANOS_MIN = 1_000_000;

  private final Scheduler scheduler;
  private final LaneSource sources;
  private final BufferPool buffers;
  private final ReadLimits limits;
  private final Executor serial;
  private final LaneListener listener;

  /** All lanes that the read has opened, for its report. */
  private final List<LaneRun> lanes = new ArrayList<>();

  private final OpenLanes open = new OpenLanes();
  private final AtomicLong receivedBytes = new AtomicLong();
  private final LanePaces paces;
  private final Map<Source, Throwable> dead = new HashMap<>();
  private boolean closed;

  LaneSet(
      Scheduler scheduler,
      LaneSource sources,
      BufferPool buffers,
      ReadLimits limits,
      Executor serial,
      LaneListener listener) {
    this.scheduler = scheduler;
    this.sources = sources;
    this.buffers = buffers;
    this.limits = limits;
    this.serial = serial;
    this.listener = listener;
    this.paces = new LanePaces(scheduler, limits);
  }

  /** What is known of the pace of its lanes. */
  LanePaces paces() {
    return paces;
  }

  /** The cause of a source's failure in this read; null when it has not failed. */
  Throwable deadCause(Source source) {
    return dead.get(source);
  }

  void ask(GroupRun group, int read) {
    FragmentRead wanted = group.read(read);
    long now = scheduler.nanoTime();
    LaneRun.Owner owner = new LaneRun.Owner(group, read);
    LaneRun lane;
    try {
      lane = laneFor(wanted);
    } catch (Throwable e) {
      dead.put(wanted.source(), e);
      serial.execute(() -> listener.failed(owner, e));
      return;
    }
    lane.owners.put(wanted.slice(), owner);
    lane.requestedEnd = wanted.slice().end();
    lane.requestedBytes += wanted.slice().lengthBytes();
    lane.tracker.requested(wanted.slice(), now);
    request(lane, List.of(wanted.slice()));
  }

  /** A lane that cannot even be asked has failed; its groups are told later, not in between. */
  private void request(LaneRun run, List<Slice> slices) {
    try {
      for (Slice slice : slices) {
        run.lane.request(slice);
      }
      watch(run);
    } catch (Throwable e) {
      failLater(run, e);
    }
  }

  private void failLater(LaneRun run, Throwable cause) {
    run.failing = true;
    serial.execute(
        () -> {
          if (run.isOpen()) {
            fail(run, cause);
          }
        });
  }

  private LaneRun laneFor(FragmentRead read) {
    LaneRun accepting = open.accepting(read);
    if (accepting != null) {
      return accepting;
    }
    LaneRun lane = new LaneRun(read.source(), new LaneTracker(limits));
    lane.streamEnd = read.streamEnd();
    open(lane);
    lanes.add(lane);
    paces.opened(lane);
    open.add(lane);
    return lane;
  }

  private void open(LaneRun run) {
    run.opens++;
    Inbox inbox = new Inbox(run, run.opens);
    run.thread = inbox;
    run.lane = sources.open(run.source, run.streamEnd, buffers, inbox);
  }

  /** The group has completed or was given up: what its other reads owe is no longer wanted. */
  void drop(GroupRun group, boolean completed) {
    for (LaneRun run : open.all()) {
      boolean touched = false;
      for (Map.Entry<Slice, LaneRun.Owner> e : run.owners.entrySet()) {
        if (e.getValue().group() == group) {
          run.tracker.dropped(e.getKey(), completed);
          touched = true;
        }
      }
      if (touched) {
        advise(run);
      }
    }
  }

  private void advise(LaneRun run) {
    switch (run.tracker.advice()) {
      case KEEP -> retireOrWatch(run);
      case SKIP -> skip(run);
      case PARK -> park(run);
    }
  }

  /** A lane that has brought all it was opened for holds no socket until the read's end. */
  private void retireOrWatch(LaneRun run) {
    if (run.isOpen() && run.isSpent()) {
      end(run, owed(run), run.detail);
      abort(run);
    } else {
      watch(run);
    }
  }

  private static LaneReport.Outcome owed(LaneRun run) {
    return run.tracker.isIdle() ? LaneReport.Outcome.FINISHED : LaneReport.Outcome.ABORTED;
  }

  private void skip(LaneRun run) {
    abort(run);
    List<Slice> live = run.tracker.skipped(scheduler.nanoTime());
    run.nextSlice();
    run.owners.forEach(
        (slice, owner) -> {
          if (!live.contains(slice)) {
            listener.unread(owner);
          }
        });
    run.owners.keySet().retainAll(live);
    run.detail = "skipped forward";
    try {
      open(run);
    } catch (Throwable e) {
      failLater(run, e);
      return;
    }
    request(run, live);
  }

  private void park(LaneRun run) {
    List<LaneRun.Owner> owed = new ArrayList<>();
    for (Slice slice : run.tracker.live()) {
      owed.add(run.owners.get(slice));
    }
    if (!owed.stream().allMatch(listener::canSpare)) {
      watch(run);
      return;
    }
    if (run.tracker.isBehind()) {
      paces.lagged(run.source.node());
      end(run, LaneReport.Outcome.PARKED, "lagged");
    } else {
      end(run, LaneReport.Outcome.ABORTED, "its groups were given up");
    }
    abort(run);
    owed.forEach(listener::parked);
  }

  private void end(LaneRun run, LaneReport.Outcome outcome, String detail) {
    run.ended = outcome;
    run.detail = detail;
    run.busyNanos = run.tracker.busyNanos(scheduler.nanoTime());
    run.timer.cancel();
    for (LaneRun.Owner owner : run.owners.values()) {
      listener.unread(owner);
    }
    run.owners.clear();
    open.remove(run);
    if (!paces.isStarved()) {
      run.sample().ifPresent(listener::sampled);
    }
  }

  /** Whatever goes wrong in ending a lane, the read goes on without it. */
  private static void abort(LaneRun run) {
    ReadExecution.attempt(run.lane::abort);
  }

  /** Ends every lane; what is still under way no longer matters. */
  void close() {
    closed = true;
    for (LaneRun run : open.all()) {
      ReadExecution.attempt(() -> end(run, owed(run), run.detail));
      abort(run);
    }
  }

  List<LaneReport> reports() {
    return lanes.stream().map(LaneRun::report).toList();
  }

  long receivedBytes() {
    return receivedBytes.get();
  }

  /**
   * (Re-)arms the lane's timer: for when the slice at its head becomes late, or, while it owes
   * nothing that anybody wants, for when it has done so for too long.
   */
  private void watch(LaneRun run) {
    run.timer.cancel();
    run.timer = Pending.DONE;
    if (!run.isOpen()) {
      return;
    }
    OptionalLong at = lateAt(run);
    if (at.isPresent() && run.tracker.owesLive()) {
      arm(run, Math.max(0, at.getAsLong() - scheduler.nanoTime()), this::checkLate);
    } else {
      arm(run, limits.idleNanos(), this::retireIdle);
    }
  }

  /** What one lane has brought says how long others may take to bring anything. */
  private void watchOpening() {
    for (LaneRun run : open.all()) {
      if (run.tracker.isOpening() && run.tracker.owesLive() && !run.isLate) {
        watch(run);
      }
    }
  }

  private OptionalLong lateAt(LaneRun run) {
    double times = Math.max(paces.crowd(), open.noteSharing(run));
    return run.tracker.lateAtNanos(paces.expected(run), times);
  }

  private void arm(LaneRun run, long delayNanos, Timed then) {
    run.timer.cancel();
    int watch = ++run.watches;
    long dueNanos = scheduler.nanoTime() + delayNanos;
    run.timer =
        scheduler.schedule(
            delayNanos,
            () ->
                serial.execute(
                    () -> {
                      if (!closed && run.isOpen() && run.watches == watch) {
                        then.due(run, dueNanos);
                      }
                    }));
  }

  private interface Timed {
    void due(LaneRun run, long dueNanos);
  }

  /** A detour or a pause may never come back to it: its socket and its node's thread are freed. */
  private void retireIdle(LaneRun run, long dueNanos) {
    end(run, owed(run), "idle");
    abort(run);
  }

  private void checkLate(LaneRun run, long dueNanos) {
    OptionalLong at = lateAt(run);
    if (at.isEmpty() || !run.tracker.owesLive()) {
      watch(run);
      return;
    }
    long now = scheduler.nanoTime();
    long awayNanos = run.thread.resumedNanos(now) - run.tracker.headSinceNanos();
    long inTimeNanos = at.getAsLong() + Math.max(0, awayNanos) - now;
    if (inTimeNanos > 0) {
      arm(run, inTimeNanos, this::checkLate);
      return;
    }
    if (now - dueNanos > Math.max(PAUSE_NANOS_MIN, limits.lateFloorNanos()) && !run.excused) {
      // The timer is late itself: the lane gets the time in which nobody here could have read.
      run.excused = true;
      run.tracker.resumed(now);
      watch(run);
      return;
    }
    run.lateSlices++;
    run.isLate = true;
    paces.lagged(run.source.node());
    long silent = now - Math.max(run.receivedNanos, run.tracker.headSinceNanos());
    boolean done = true;
    for (Slice slice : run.tracker.live()) {
      LaneRun.Owner owner = run.owners.get(slice);
      done &= owner == null || listener.late(owner, silent);
    }
    if (!done && run.isOpen()) {
      arm(run, Math.max(RETRY_NANOS_MIN, limits.lateFloorNanos()), this::checkLate);
    }
  }

  /** One opening of a lane; what an earlier opening still brings is given back. */
  private final class Inbox implements LaneSource.Receiver, LaneRun.LaneThread {
    private final LaneRun run;
    private final int generation;

    /** When the lane's thread last went back to the lane. Written by that thread. */
    private volatile long resumedNanos = scheduler.nanoTime();

    /**
     * Whether it does the read's work, for what others have brought, too, and is not at the lane.
     */
    private volatile boolean isAway;

    Inbox(LaneRun run, int generation) {
      this.run = run;
      this.generation = generation;
    }

    @Override
    public long resumedNanos(long nowNanos) {
      return isAway ? nowNanos : resumedNanos;
    }

    private void resume() {
      resumedNanos = scheduler.nanoTime();
      isAway = false;
    }

    private boolean isCurrent() {
      return !closed && run.isOpen() && run.opens == generation;
    }

    @Override
    public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
      // Times of the lane's thread: neither how long a delivery waits to be looked at nor what is
      // done on this thread because of it says anything about the node.
      long now = scheduler.nanoTime();
      Pooled buffer = new Pooled(bytes);
      boolean told = false;
      isAway = true;
      try {
        long since = resumedNanos;
        serial.execute(
            () -> {
              try {
                take(slice, buffer, proof, since, now);
              } finally {
                buffer.giveUnlessKept();
              }
            });
        told = true;
      } finally {
        if (!told) {
          buffer.giveUnlessKept();
        }
        resume();
      }
    }

    private void take(
        Slice slice, Pooled buffer, SubblockChecksums proof, long sinceNanos, long nanos) {
      if (!isCurrent()) {
        return;
      }
      run.tracker.resumed(sinceNanos);
      OptionalLong lateAt = lateAt(run);
      run.nextSlice();
      int length = buffer.bytes.remaining();
      if (!run.tracker.delivered(slice, nanos) || length != slice.lengthBytes()) {
        fail(run, new BrokenLaneException(run.source, slice, length));
        return;
      }
      if (lateAt.isPresent() && nanos - lateAt.getAsLong() < 0) {
        paces.wasInTime(run.source.node());
      }
      LaneRun.Owner owner = run.owners.remove(slice);
      if (owner != null) {
        buffer.kept = listener.arrived(owner, buffer.bytes, proof);
      }
      if (buffer.kept) {
        listener.kept(owner);
      }
      retireOrWatch(run);
      watchOpening();
    }

    @Override
    public void missed(Slice slice, Throwable cause) {
      long now = scheduler.nanoTime();
      long since = resumedNanos;
      isAway = true;
      try {
        serial.execute(
            () -> {
              if (!isCurrent()) {
                return;
              }
              run.tracker.resumed(since);
              run.nextSlice();
              if (!run.tracker.missed(slice, now)) {
                fail(run, new BrokenLaneException(run.source, slice, 0));
                return;
              }
              LaneRun.Owner owner = run.owners.remove(slice);
              if (owner != null) {
                listener.failed(owner, cause);
              }
              retireOrWatch(run);
            });
      } finally {
        resume();
      }
    }

    @Override
    public void failed(Throwable cause) {
      serial.execute(
          () -> {
            if (isCurrent()) {
              fail(run, cause);
            }
          });
    }

    @Override
    public void received(int bytes) {
      run.receivedBytes.addAndGet(bytes);
      receivedBytes.addAndGet(bytes);
      run.receivedNanos = scheduler.nanoTime();
    }
  }

  /** A delivered buffer, which goes back to the pool unless somebody keeps it. */
  private final class Pooled {
    final ByteBuffer bytes;
    boolean kept;

    Pooled(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    void giveUnlessKept() {
      if (!kept) {
        buffers.give(bytes);
      }
    }
  }

  private void fail(LaneRun run, Throwable cause) {
    List<LaneRun.Owner> owed = new ArrayList<>(run.owners.values());
    dead.put(run.source, cause);
    paces.failed(cause);
    end(run, LaneReport.Outcome.FAILED, String.valueOf(cause.getMessage()));
    abort(run);
    owed.forEach(o -> listener.failed(o, cause));
  }
}
