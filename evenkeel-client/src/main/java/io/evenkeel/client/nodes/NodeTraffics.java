package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast each node was read, and what lanes and stock reads have asked of it and not got.
 * Thread-safe.
 */
final class NodeTraffics {
  private static final int REMEMBERED_MAX = 4096;

  /** As a cell: whoever asks elsewhere for less gains nothing. */
  private static final long QUEUE_MIN_BYTES = 1 << 20;

  /** A shorter stretch is mostly connecting. */
  private static final long RATE_BYTES_MIN = 64 << 10;

  private static final double LATEST_SHARE = 0.2;
  private static final double NANOS_PER_SECOND = 1e9;

  private final long byteScale;
  private final Map<NodeId, NodeTraffic> nodes = new HashMap<>();

  /** At how many nodes more is outstanding than {@link #queueMinBytes}. */
  private volatile int queueCount;

  NodeTraffics() {
    this(1);
  }

  /**
   * @param byteScale for how many bytes one stands
   */
  NodeTraffics(long byteScale) {
    this.byteScale = byteScale;
  }

  synchronized NodeTraffic of(NodeId node) {
    return nodes.getOrDefault(node, NodeTraffic.NONE);
  }

  /** Only more than this is a queue. */
  long queueMinBytes() {
    return QUEUE_MIN_BYTES / byteScale;
  }

  /** Whether more than that is outstanding at any node: quick, where as a rule nothing is. */
  boolean isAnyQueue() {
    return queueCount > 0;
  }

  /** All nodes that were met lately. */
  synchronized List<NodeId> known() {
    return List.copyOf(nodes.keySet());
  }

  /** What is outstanding, by node; without those of which nothing is. */
  synchronized Map<NodeId, Long> outstanding() {
    Map<NodeId, Long> bytes = new HashMap<>();
    nodes.forEach((node, traffic) -> bytes.put(node, traffic.outstandingBytes()));
    bytes.values().removeIf(none -> none == 0);
    return bytes;
  }

  /** So much more was asked of a node, or less if negative. */
  synchronized void addOutstanding(NodeId node, long moreBytes) {
    NodeTraffic known = of(node);
    long before = known.outstandingBytes();
    put(node, new NodeTraffic(known.bytesPerSecond(), before + moreBytes));
    queueCount += queuesOf(before + moreBytes) - queuesOf(before);
  }

  /** One, or none of what is too little. */
  private int queuesOf(long bytes) {
    return bytes > queueMinBytes() ? 1 : 0;
  }

  synchronized void sampled(NodeSample sample) {
    boolean tells = sample.outcome() == Outcome.FINISHED && sample.busyNanos() > 0;
    if (!tells || sample.receivedBytes() * byteScale < RATE_BYTES_MIN) {
      return;
    }
    NodeTraffic known = of(sample.node());
    double rate = sample.receivedBytes() * NANOS_PER_SECOND / sample.busyNanos();
    double before = known.bytesPerSecond();
    double now = before == 0 ? rate : before + LATEST_SHARE * (rate - before);
    put(sample.node(), new NodeTraffic(now, known.outstandingBytes()));
  }

  private void put(NodeId node, NodeTraffic traffic) {
    nodes.put(node, traffic);
    if (nodes.size() > REMEMBERED_MAX) {
      // All that are idle at once; what is outstanding will be taken back.
      nodes.values().removeIf(old -> old.outstandingBytes() == 0);
    }
  }
}
