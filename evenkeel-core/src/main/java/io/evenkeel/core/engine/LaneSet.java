package io.evenkeel.core.engine;

import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.port.LaneRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The lanes of one read: opens and finds them. Of the read's serial context. */
final class LaneSet {
  private final LanePorts ports;
  private final LaneListener listener;
  private final ReadListener told;

  /** All lanes that the read has opened, for its report. */
  private final List<ReadLane> lanes = new ArrayList<>();

  private final OpenLanes open = new OpenLanes();
  private final AtomicLong receivedBytes = new AtomicLong();
  private final LanePaces paces;
  private final DeadSources dead;

  /** Whether this process had no thread for a lane: then no lane's time is its node's alone. */
  private boolean starved;

  private boolean closed;

  /**
   * @param told what may be known of a node outside of this read
   */
  LaneSet(LanePorts ports, LaneListener listener, ReadListener told) {
    this.ports = ports;
    this.listener = listener;
    this.told = told;
    this.paces = new LanePaces(ports.scheduler(), ports.limits());
    this.dead = new DeadSources(ports.scheduler(), ports.limits().lagMemoryNanos());
  }

  /** What is known of the pace of its lanes. */
  LanePaces paces() {
    return paces;
  }

  /** Why a source is not asked for now, having failed in this read; null when it may be. */
  Throwable deadCause(Source source) {
    return dead.cause(source);
  }

  void ask(GroupRun group, int read) {
    FragmentRead wanted = group.read(read);
    ReadLane.Owner owner = new ReadLane.Owner(group, read);
    ReadLane lane;
    try {
      lane = laneFor(wanted);
    } catch (Throwable e) {
      died(wanted.source(), e);
      ports.serial().execute(() -> listener.failed(owner, e));
      return;
    }
    lane.ask(wanted.slice(), owner);
  }

  private ReadLane laneFor(FragmentRead read) {
    ReadLane accepting = open.accepting(read);
    if (accepting != null) {
      return accepting;
    }
    ReadLane lane = new ReadLane(ports, this, listener, read.source(), read.streamEnd());
    lane.open();
    lanes.add(lane);
    paces.opened(lane);
    open.add(lane);
    return lane;
  }

  /** The group has completed or was given up: what its other reads owe is no longer wanted. */
  void drop(GroupRun group, boolean completed) {
    for (ReadLane lane : open.all()) {
      lane.dropped(group, completed);
    }
  }

  /** A group has gained sources. */
  void lookAgain(GroupRun group) {
    for (ReadLane lane : open.all()) {
      lane.lookAgain(group);
    }
  }

  /** Ends every lane; what is still under way no longer matters. */
  void close() {
    closed = true;
    for (ReadLane lane : open.all()) {
      lane.close();
    }
  }

  boolean isClosed() {
    return closed;
  }

  List<LaneReport> reports() {
    return lanes.stream().map(ReadLane::report).toList();
  }

  long receivedBytes() {
    return receivedBytes.get();
  }

  // ---- what lanes tell ----

  /** May come from any thread. */
  void received(int bytes) {
    receivedBytes.addAndGet(bytes);
  }

  void died(Source source, Throwable cause) {
    dead.died(source, cause);
    starved |= cause instanceof LaneRefusedException;
  }

  void ended(ReadLane lane) {
    open.remove(lane);
    ReadExecution.attempt(() -> told.laneEnded(lane.report(), starved));
  }

  /** Others have brought what a lane owed, though it was late, or again and again. */
  void overtaken(ReadLane lane) {
    if (!starved) {
      ReadExecution.attempt(() -> told.overtaken(lane.source()));
    }
  }

  /**
   * How many lanes at its node have owed something at once since it has owed what it owes now; one
   * while the node has sent none of them anything since, for it does not send less by that.
   */
  int sharing(ReadLane lane) {
    int most = open.noteSharing(lane);
    boolean isHeard =
        most == 1
            || paces.hasArrivedSince(lane.source().node(), lane.headSinceNanos())
            || open.hasHeard(lane);
    return isHeard ? most : 1;
  }

  /** What one lane has brought says how long others may take to bring anything. */
  void watchOpening() {
    for (ReadLane lane : open.all()) {
      lane.watchIfOpening();
    }
  }
}
