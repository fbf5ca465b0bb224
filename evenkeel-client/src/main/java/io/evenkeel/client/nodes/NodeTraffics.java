package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

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

  /** A node that was not met for so long says nothing of what those are like that are read. */
  private static final long LATELY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final long byteScale;
  private final LongSupplier nanoTime;
  private final Map<NodeId, Met> nodes = new HashMap<>();

  /** When something was last asked of a node, or came. */
  private record Met(NodeTraffic traffic, long atNanos) {}

  /** At how many nodes more is outstanding than {@link #queueMinBytes}. */
  private volatile int queueCount;

  /** Of which nobody asks what was met lately. */
  NodeTraffics() {
    this(1, () -> 0);
  }

  /**
   * @param byteScale for how many bytes one stands
   */
  NodeTraffics(long byteScale, LongSupplier nanoTime) {
    this.byteScale = byteScale;
    this.nanoTime = nanoTime;
  }

  synchronized NodeTraffic of(NodeId node) {
    Met met = nodes.get(node);
    return met == null ? NodeTraffic.NONE : met.traffic();
  }

  /** Only more than this is a queue. */
  long queueMinBytes() {
    return QUEUE_MIN_BYTES / byteScale;
  }

  /** Whether more than that is outstanding at any node: quick, where as a rule nothing is. */
  boolean isAnyQueue() {
    return queueCount > 0;
  }

  /** All nodes that were met lately, or of which something is outstanding. */
  synchronized List<NodeId> metLately() {
    long now = nanoTime.getAsLong();
    List<NodeId> lately = new ArrayList<>();
    nodes.forEach(
        (node, met) -> {
          if (met.traffic().outstandingBytes() > 0 || now - met.atNanos() < LATELY_NANOS) {
            lately.add(node);
          }
        });
    return lately;
  }

  /** What is outstanding, by node; without those of which nothing is. */
  synchronized Map<NodeId, Long> outstanding() {
    Map<NodeId, Long> bytes = new HashMap<>();
    nodes.forEach((node, met) -> bytes.put(node, met.traffic().outstandingBytes()));
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
    nodes.put(node, new Met(traffic, nanoTime.getAsLong()));
    if (nodes.size() > REMEMBERED_MAX) {
      // All that are idle at once; what is outstanding will be taken back.
      nodes.values().removeIf(old -> old.traffic().outstandingBytes() == 0);
    }
  }
}
