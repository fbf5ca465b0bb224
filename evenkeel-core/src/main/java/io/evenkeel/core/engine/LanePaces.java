package io.evenkeel.core.engine;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
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
  private final Deque<ReadLane> latest = new ArrayDeque<>();
  private final Map<NodeId, Long> laggingUntilNanos = new HashMap<>();
  private ClusterView view = ClusterView.unknown();

  LanePaces(Scheduler scheduler, ReadLimits limits) {
    this.scheduler = scheduler;
    this.limits = limits;
  }

  /** What is known from outside this read. */
  void expect(ClusterView known) {
    view = known;
  }

  double crowd() {
    return view.crowd();
  }

  void opened(ReadLane lane) {
    latest.addLast(lane);
    if (latest.size() > PEERS_MAX) {
      latest.removeFirst();
    }
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
  double expected(ReadLane lane) {
    List<Double> paces = new ArrayList<>();
    for (ReadLane peer : latest) {
      if (peer != lane
          && peer.source().kind() == lane.source().kind()
          && !laggingUntilNanos.containsKey(peer.source().node())
          && peer.nanosPerByteAlone() > 0) {
        paces.add(peer.nanosPerByteAlone());
      }
    }
    paces.sort(null);
    return paces.isEmpty()
        ? view.expectedNanosPerByte(lane.source().kind())
        : paces.get(paces.size() / 2);
  }
}
