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

  /** One node, for whoever asks it again and again. */
  static final class Met {
    private final NodeId node;
    private double bytesPerSecond;
    private long outstandingBytes;

    /** When something was last asked of it, or came. */
    private long atNanos;

    /** When it last brought anything; says nothing before {@link #isHeard}. */
    private volatile long heardNanos;

    private volatile boolean isHeard;
    private boolean isForgotten;

    private Met(NodeId node) {
      this.node = node;
    }

    private NodeTraffic traffic() {
      return new NodeTraffic(bytesPerSecond, outstandingBytes);
    }
  }

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
          if (met.outstandingBytes > 0 || now - met.atNanos < LATELY_NANOS) {
            lately.add(node);
          }
        });
    return lately;
  }

  /** What is outstanding, by node; without those of which nothing is. */
  synchronized Map<NodeId, Long> outstanding() {
    Map<NodeId, Long> bytes = new HashMap<>();
    for (Met met : nodes.values()) {
      if (met.outstandingBytes != 0) {
        bytes.put(met.node, met.outstandingBytes);
      }
    }
    return bytes;
  }

  /** So much more was asked of a node, or less if negative. */
  synchronized void addOutstanding(NodeId node, long moreBytes) {
    addOutstanding(meet(node), moreBytes);
  }

  /** What is known of a node, from now on something. */
  synchronized Met meet(NodeId node) {
    Met met = nodes.get(node);
    if (met == null) {
      if (nodes.size() >= REMEMBERED_MAX) {
        forgetIdle();
      }
      met = new Met(node);
      nodes.put(node, met);
    }
    return met;
  }

  /** All at once; what is outstanding will be taken back. */
  private void forgetIdle() {
    for (Met met : nodes.values()) {
      met.isForgotten = met.outstandingBytes == 0;
    }
    nodes.values().removeIf(met -> met.isForgotten);
  }

  /**
   * The same of a node that was met.
   *
   * @return which it is to be asked by from now on: another one if this was forgotten meanwhile
   */
  synchronized Met addOutstanding(Met met, long moreBytes) {
    Met known = met.isForgotten ? meet(met.node) : met;
    long before = known.outstandingBytes;
    if (before + moreBytes < 0) {
      throw new IllegalArgumentException(
          before + " bytes are outstanding at " + known.node + ", got " + moreBytes + " more");
    }
    known.outstandingBytes = before + moreBytes;
    known.atNanos = nanoTime.getAsLong();
    queueCount += queuesOf(before + moreBytes) - queuesOf(before);
    return known;
  }

  /** Something has come from a node just now. Without the lock: told of every packet. */
  void heard(Met met) {
    met.heardNanos = nanoTime.getAsLong();
    met.isHeard = true;
  }

  /** Whether anything has come from a node since then, as far as is remembered. */
  synchronized boolean hasHeardSince(NodeId node, long nanos) {
    Met met = nodes.get(node);
    return met != null && met.isHeard && met.heardNanos - nanos >= 0;
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
    Met known = meet(sample.node());
    double rate = sample.receivedBytes() * NANOS_PER_SECOND / sample.busyNanos();
    double before = known.bytesPerSecond;
    known.bytesPerSecond = before == 0 ? rate : before + LATEST_SHARE * (rate - before);
    known.atNanos = nanoTime.getAsLong();
  }
}
