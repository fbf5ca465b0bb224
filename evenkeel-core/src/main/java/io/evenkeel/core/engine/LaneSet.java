package io.evenkeel.core.engine;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * The lanes of one read: opens them, asks them, skips or parks the lagging ones and notices late
 * ones. Runs in the read's serial context.
 */
final class LaneSet {
  /** What the read wants to know of its lanes. */
  interface Events {
    /**
     * A slice arrived for a group; the receiver owns the buffer.
     *
     * @return whether it is of use
     */
    boolean arrived(LaneRun.Owner owner, ByteBuffer bytes, SubblockChecksums proof);

    /** A slice was given up with its lane, which lagged: the group can do without it for now. */
    void parked(LaneRun.Owner owner);

    /** A slice will not arrive. */
    void failed(LaneRun.Owner owner, Throwable cause);

    /**
     * A slice is later than it should be.
     *
     * @return false when nothing may be done about it now
     */
    boolean late(LaneRun.Owner owner);

    /** Whether the group can do without this read. */
    boolean canSpare(LaneRun.Owner owner);

    /** A lane of a storage node has ended. */
    void sampled(NodeSample sample);
  }

  /** The pace to expect is that of so many latest lanes. */
  private static final int PEERS_MAX = 64;

  /** What could not be done about a late slice is not tried again sooner. */
  private static final long RETRY_NANOS_MIN = 1_000_000;

  private final Scheduler scheduler;
  private final LaneSource sources;
  private final BufferPool buffers;
  private final ReadLimits limits;
  private final Executor serial;
  private final Events events;
  private final List<LaneRun> lanes = new ArrayList<>();
  private final Map<NodeId, Long> laggingUntilNanos = new HashMap<>();
  private final Map<Source, Throwable> dead = new HashMap<>();
  private double expectedNanosPerByte;
  private boolean closed;

  LaneSet(
      Scheduler scheduler,
      LaneSource sources,
      BufferPool buffers,
      ReadLimits limits,
      Executor serial,
      Events events) {
    this.scheduler = scheduler;
    this.sources = sources;
    this.buffers = buffers;
    this.limits = limits;
    this.serial = serial;
    this.events = events;
  }

  /** The pace of healthy nodes as known from outside this read; 0 when unknown. */
  void expect(double nanosPerByte) {
    expectedNanosPerByte = nanosPerByte;
  }

  /** The nodes that lagged lately. */
  Set<NodeId> lagging() {
    long now = scheduler.nanoTime();
    laggingUntilNanos.values().removeIf(until -> until - now <= 0);
    return new HashSet<>(laggingUntilNanos.keySet());
  }

  /** The cause of a source's failure in this read; null when it has not failed. */
  Throwable deadCause(Source source) {
    return dead.get(source);
  }

  void ask(GroupRun group, int read) {
    FragmentRead wanted = group.read(read);
    LaneRun lane = laneFor(wanted);
    long now = scheduler.nanoTime();
    lane.owners.put(wanted.slice(), new LaneRun.Owner(group, read, now));
    lane.requestedEnd = wanted.slice().end();
    lane.requestedBytes += wanted.slice().lengthBytes();
    lane.tracker.requested(wanted.slice(), now);
    lane.lane.request(wanted.slice());
    watch(lane);
  }

  private LaneRun laneFor(FragmentRead read) {
    for (LaneRun lane : lanes) {
      if (lane.source.equals(read.source()) && lane.accepts(read.slice())) {
        return lane;
      }
    }
    LaneRun lane = new LaneRun(read.source(), new LaneTracker(limits));
    lane.streamEnd = read.streamEnd();
    lanes.add(lane);
    open(lane);
    return lane;
  }

  private void open(LaneRun run) {
    run.opens++;
    Inbox inbox = new Inbox(run, run.opens);
    run.lane = sources.open(run.source, run.streamEnd, buffers, inbox);
  }

  /** The group has completed: what its other reads owe is no longer wanted. */
  void drop(GroupRun group) {
    for (LaneRun run : List.copyOf(lanes)) {
      if (!run.isOpen()) {
        continue;
      }
      boolean touched = false;
      for (Map.Entry<Slice, LaneRun.Owner> e : run.owners.entrySet()) {
        if (e.getValue().group() == group) {
          run.tracker.dropped(e.getKey());
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
      run.lane.abort();
    } else {
      watch(run);
    }
  }

  private static LaneReport.Outcome owed(LaneRun run) {
    return run.tracker.isIdle() ? LaneReport.Outcome.FINISHED : LaneReport.Outcome.ABORTED;
  }

  private void skip(LaneRun run) {
    run.lane.abort();
    List<Slice> live = run.tracker.skipped(scheduler.nanoTime());
    run.owners.keySet().retainAll(live);
    run.detail = "skipped forward";
    open(run);
    live.forEach(run.lane::request);
    watch(run);
  }

  private void park(LaneRun run) {
    List<LaneRun.Owner> owed = new ArrayList<>();
    for (Slice slice : run.tracker.live()) {
      owed.add(run.owners.get(slice));
    }
    if (!owed.stream().allMatch(events::canSpare)) {
      watch(run);
      return;
    }
    markLagging(run.source.node());
    end(run, LaneReport.Outcome.PARKED, "lagged");
    run.lane.abort();
    owed.forEach(events::parked);
  }

  private void end(LaneRun run, LaneReport.Outcome outcome, String detail) {
    run.ended = outcome;
    run.detail = detail;
    run.busyNanos = run.tracker.busyNanos(scheduler.nanoTime());
    run.lateTimer.cancel();
    run.owners.clear();
    if (run.source instanceof BlockReplica) {
      events.sampled(run.sample());
    }
  }

  private void markLagging(NodeId node) {
    laggingUntilNanos.put(node, scheduler.nanoTime() + limits.lagMemoryNanos());
  }

  /** Ends every lane; what is still under way no longer matters. */
  void close() {
    closed = true;
    for (LaneRun run : lanes) {
      if (run.isOpen()) {
        end(run, owed(run), run.detail);
        run.lane.abort();
      }
    }
  }

  List<LaneReport> reports() {
    return lanes.stream().map(LaneRun::report).toList();
  }

  long receivedBytes() {
    return lanes.stream().mapToLong(l -> l.receivedBytes.get()).sum();
  }

  /** (Re-)arms the timer that fires when the slice at the lane's head becomes late. */
  private void watch(LaneRun run) {
    run.lateTimer.cancel();
    if (!run.isOpen() || !run.tracker.owesLive()) {
      run.lateTimer = Pending.DONE;
      return;
    }
    OptionalLong at = run.tracker.lateAtNanos(expected(run));
    if (at.isEmpty()) {
      run.lateTimer = Pending.DONE;
      return;
    }
    long delay = Math.max(0, at.getAsLong() - scheduler.nanoTime());
    rearm(run, delay);
  }

  private void rearm(LaneRun run, long delayNanos) {
    int generation = run.opens;
    run.lateTimer =
        scheduler.schedule(delayNanos, () -> serial.execute(() -> checkLate(run, generation)));
  }

  private void checkLate(LaneRun run, int generation) {
    if (closed || !run.isOpen() || run.opens != generation) {
      return;
    }
    OptionalLong at = run.tracker.lateAtNanos(expected(run));
    if (at.isEmpty() || !run.tracker.owesLive()) {
      return;
    }
    if (at.getAsLong() - scheduler.nanoTime() > 0) {
      watch(run);
      return;
    }
    run.lateSlices++;
    markLagging(run.source.node());
    boolean done = true;
    for (Slice slice : run.tracker.live()) {
      LaneRun.Owner owner = run.owners.get(slice);
      done &= owner == null || events.late(owner);
    }
    if (!done && run.isOpen()) {
      rearm(run, Math.max(RETRY_NANOS_MIN, limits.lateFloorNanos()));
    }
  }

  /** The median pace of this lane's healthy peers of the same kind, else what is known outside. */
  private double expected(LaneRun run) {
    List<Double> paces = new ArrayList<>();
    for (LaneRun peer : lanes.subList(Math.max(0, lanes.size() - PEERS_MAX), lanes.size())) {
      if (peer != run
          && peer.source.getClass() == run.source.getClass()
          && !laggingUntilNanos.containsKey(peer.source.node())
          && peer.tracker.nanosPerByte() > 0) {
        paces.add(peer.tracker.nanosPerByte());
      }
    }
    paces.sort(null);
    return paces.isEmpty() ? expectedNanosPerByte : paces.get(paces.size() / 2);
  }

  /** One opening of a lane; what an earlier opening still brings is given back. */
  private final class Inbox implements LaneSource.Receiver {
    private final LaneRun run;
    private final int generation;

    /** When the lane's thread last went back to the lane. Of that thread. */
    private long resumedNanos = scheduler.nanoTime();

    Inbox(LaneRun run, int generation) {
      this.run = run;
      this.generation = generation;
    }

    private boolean isCurrent() {
      return !closed && run.isOpen() && run.opens == generation;
    }

    @Override
    public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
      // Times of the lane's thread: neither how long a delivery waits to be looked at nor what is
      // done on this thread because of it says anything about the node.
      long now = scheduler.nanoTime();
      long since = resumedNanos;
      serial.execute(
          () -> {
            if (!isCurrent()) {
              buffers.give(bytes);
              return;
            }
            run.tracker.resumed(since);
            OptionalLong lateAt = run.tracker.lateAtNanos(expected(run));
            if (!run.tracker.delivered(slice, now) || bytes.remaining() != slice.lengthBytes()) {
              buffers.give(bytes);
              fail(run, new BrokenLaneException(run.source, slice, bytes.remaining()));
              return;
            }
            if (lateAt.isPresent() && now - lateAt.getAsLong() < 0) {
              // A hiccup must not make a healthy node one to avoid for seconds.
              laggingUntilNanos.remove(run.source.node());
            }
            LaneRun.Owner owner = run.owners.remove(slice);
            if (owner == null) {
              buffers.give(bytes);
            } else {
              deliver(run, owner, bytes, proof);
            }
            retireOrWatch(run);
          });
      resumedNanos = scheduler.nanoTime();
    }

    @Override
    public void missed(Slice slice, Throwable cause) {
      long now = scheduler.nanoTime();
      long since = resumedNanos;
      serial.execute(
          () -> {
            if (!isCurrent()) {
              return;
            }
            run.tracker.resumed(since);
            if (!run.tracker.missed(slice, now)) {
              fail(run, new BrokenLaneException(run.source, slice, 0));
              return;
            }
            LaneRun.Owner owner = run.owners.remove(slice);
            if (owner != null) {
              events.failed(owner, cause);
            }
            retireOrWatch(run);
          });
      resumedNanos = scheduler.nanoTime();
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
    }
  }

  private void deliver(
      LaneRun run, LaneRun.Owner owner, ByteBuffer bytes, SubblockChecksums proof) {
    int length = bytes.remaining();
    // Counted before it is told, for the read may end by it and be reported.
    run.usefulBytes += length;
    if (!events.arrived(owner, bytes, proof)) {
      run.usefulBytes -= length;
    }
  }

  private void fail(LaneRun run, Throwable cause) {
    List<LaneRun.Owner> owed = new ArrayList<>(run.owners.values());
    dead.put(run.source, cause);
    end(run, LaneReport.Outcome.FAILED, String.valueOf(cause.getMessage()));
    run.lane.abort();
    owed.forEach(o -> events.failed(o, cause));
  }
}
