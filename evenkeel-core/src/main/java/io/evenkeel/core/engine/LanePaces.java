package io.evenkeel.core.engine;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.LaneRefusedException;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one read has seen of the pace of its lanes, and which nodes lagged lately. */
final class LanePaces {
  /** The pace to expect is that of so many latest lanes. */
  private static final int PEERS_MAX = 64;

  private final Scheduler scheduler;
  private final ReadLimits limits;
  private final Deque<LaneRun> latest = new ArrayDeque<>();
  private final Map<NodeId, Long> laggingUntilNanos = new HashMap<>();
  private double expectedNanosPerByte;
  private double crowd = 1;
  private boolean starved;

  LanePaces(Scheduler scheduler, ReadLimits limits) {
    this.scheduler = scheduler;
    this.limits = limits;
  }

  /**
   * What is known from outside this read.
   *
   * @param nanosPerByte the pace of healthy nodes; 0 when unknown
   * @param times how many times longer than alone a thread of this process waits
   */
  void expect(double nanosPerByte, double times) {
    expectedNanosPerByte = nanosPerByte;
    crowd = times;
  }

  double crowd() {
    return crowd;
  }

  void opened(LaneRun lane) {
    latest.addLast(lane);
    if (latest.size() > PEERS_MAX) {
      latest.removeFirst();
    }
  }

  /** A lane has failed of this. */
  void failed(Throwable cause) {
    starved |= cause instanceof LaneRefusedException;
  }

  /** Whether this process had no thread for a lane: then no lane's time is its node's alone. */
  boolean isStarved() {
    return starved;
  }

  void lagged(NodeId node) {
    laggingUntilNanos.put(node, scheduler.nanoTime() + limits.lagMemoryNanos());
  }

  /** A hiccup must not make a healthy node one to avoid for seconds. */
  void wasInTime(NodeId node) {
    laggingUntilNanos.remove(node);
  }

  /** The nodes that lagged lately. */
  Set<NodeId> lagging() {
    long now = scheduler.nanoTime();
    laggingUntilNanos.values().removeIf(until -> until - now <= 0);
    return new HashSet<>(laggingUntilNanos.keySet());
  }

  /** The median pace of a lane's healthy peers of the same kind, else what is known outside. */
  double expected(LaneRun run) {
    List<Double> paces = new ArrayList<>();
    for (LaneRun peer : latest) {
      if (peer != run
          && peer.source.getClass() == run.source.getClass()
          && !laggingUntilNanos.containsKey(peer.source.node())
          && peer.tracker.nanosPerByte() > 0) {
        paces.add(peer.tracker.nanosPerByte() / peer.paceSharedBy);
      }
    }
    paces.sort(null);
    return paces.isEmpty() ? expectedNanosPerByte : paces.get(paces.size() / 2);
  }
}
