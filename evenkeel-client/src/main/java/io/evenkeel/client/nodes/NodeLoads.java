package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLoad;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** How loaded each node is, by what this process's lanes ask of it and get. Thread-safe. */
final class NodeLoads {
  private static final int REMEMBERED_MAX = 4096;

  /** A shorter stretch is mostly connecting. */
  private static final long RATE_BYTES_MIN = 64 << 10;

  private static final double LATEST_SHARE = 0.2;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<NodeId, NodeLoad> loads = new LinkedHashMap<>(16, 0.75f, true);

  synchronized NodeLoad of(NodeId node) {
    return loads.getOrDefault(node, NodeLoad.NONE);
  }

  /** So much more was asked of a node, or less if negative. */
  synchronized void outstanding(NodeId node, long moreBytes) {
    NodeLoad load = of(node);
    put(node, new NodeLoad(load.bytesPerSecond(), load.outstandingBytes() + moreBytes));
  }

  synchronized void sampled(NodeSample sample) {
    boolean tells = sample.outcome() == Outcome.FINISHED && sample.busyNanos() > 0;
    if (!tells || sample.receivedBytes() < RATE_BYTES_MIN) {
      return;
    }
    NodeLoad load = of(sample.node());
    double rate = sample.receivedBytes() * NANOS_PER_SECOND / sample.busyNanos();
    double known = load.bytesPerSecond();
    double now = known == 0 ? rate : known + LATEST_SHARE * (rate - known);
    put(sample.node(), new NodeLoad(now, load.outstandingBytes()));
  }

  private void put(NodeId node, NodeLoad load) {
    loads.put(node, load);
    if (loads.size() > REMEMBERED_MAX) {
      // What is outstanding must not be forgotten: it will be taken back.
      loads.values().removeIf(old -> old.outstandingBytes() == 0);
    }
  }
}
