package io.evenkeel.policy.load;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The service rate of each node over a sliding window: bytes over the time in which they were
 * served (POCache, JPDC 2022, section 3.3, which leaves the window open).
 *
 * <p>Two witnesses: samples of clients' reads, and the counters of a DataNode's {@code /jmx}. Only
 * clients see reads that they abort; a node that hangs looks idle in {@code /jmx}. The counters in
 * turn see every client, but take a slow client for a slow node. They are therefore kept apart, and
 * not asked about a node of which a client has told that it brings bytes, but not how fast: that
 * client was slow itself.
 *
 * <p>A node that did nothing in the window has no rate: idle is neither zero nor as it was. A node
 * that nobody has reported for a window is forgotten. Not thread-safe; time must come from one
 * clock and should not go back.
 */
public final class ServiceRateEstimator {
  private static final float LOAD_FACTOR = 0.75f;

  private final RateSettings settings;

  /** The one longest not heard of comes first. */
  private final LinkedHashMap<NodeId, Node> nodes = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  /** When something was last so, if ever. */
  private static final class LastTime {
    private boolean ever;
    private long nanos;

    void is(long nowNanos) {
      ever = true;
      nanos = nowNanos;
    }

    boolean isWithin(long windowNanos, long nowNanos) {
      return ever && nowNanos - nanos <= windowNanos;
    }
  }

  private static final class Node {
    final SlidingTotals client;
    final SlidingTotals clientShort;
    final SlidingTotals jmx;

    /** What clients have waited since they last got a byte. */
    final SlidingTotals vain;

    /** A client has told something of the node. */
    final LastTime sampled = new LastTime();

    /** A client has told that it brings bytes, but not how fast. */
    final LastTime untimed = new LastTime();

    DataNodeCounters counters;
    long countedNanos;
    long heardNanos;

    Node(RateSettings settings) {
      client = new SlidingTotals(settings);
      clientShort = new SlidingTotals(settings);
      jmx = new SlidingTotals(settings);
      vain = new SlidingTotals(settings);
    }
  }

  public ServiceRateEstimator(RateSettings settings) {
    this.settings = settings;
  }

  public RateSettings settings() {
    return settings;
  }

  /** A client's lane has ended. What says nothing about the node is passed over. */
  public void observe(long nowNanos, NodeSample sample) {
    Node node = heard(nowNanos, sample.node());
    node.sampled.is(nowNanos);
    if (sample.receivedBytes() > 0) {
      node.vain.clear();
      if (sample.busyNanos() == 0) {
        node.untimed.is(nowNanos);
      }
    } else if (sample.busyNanos() >= settings.sampleNanosMin()) {
      node.vain.add(nowNanos, 0, sample.busyNanos(), 1);
    }
    boolean isLong = sample.requestedBytes() >= settings.longBytesMin();
    if (counts(sample, isLong ? settings.longBytesMin() : settings.shortBytesMin())) {
      (isLong ? node.client : node.clientShort)
          .add(nowNanos, sample.receivedBytes(), sample.busyNanos(), 1);
    }
  }

  private boolean counts(NodeSample sample, long bytesMin) {
    return sample.requestedBytes() >= bytesMin
        && (sample.receivedBytes() >= bytesMin || sample.busyNanos() >= settings.sampleNanosMin());
  }

  /**
   * What a DataNode has counted so far; what it did is the difference to what it had counted
   * before. Counters that went back are those of a restarted DataNode: it starts anew, as after a
   * window without counters.
   */
  public void observe(long nowNanos, DataNodeCounters counters) {
    Node node = heard(nowNanos, counters.node());
    DataNodeCounters before = node.counters;
    boolean follows =
        before != null
            && counters.follow(before)
            && nowNanos - node.countedNanos <= settings.windowNanos();
    node.counters = counters;
    node.countedNanos = nowNanos;
    if (follows) {
      long bytes = counters.bytesRead() - before.bytesRead();
      long millis = counters.totalReadMillis() - before.totalReadMillis();
      if (bytes > 0 || millis > 0) {
        long reads = counters.blocksRead() - before.blocksRead();
        node.jmx.add(nowNanos, bytes, TimeUnit.MILLISECONDS.toNanos(millis), reads);
      }
    }
  }

  private Node heard(long nowNanos, NodeId id) {
    Node node = nodes.computeIfAbsent(id, n -> new Node(settings));
    node.heardNanos = nowNanos;
    if (nodes.size() > settings.nodesMax()) {
      nodes.remove(nodes.keySet().iterator().next());
    }
    return node;
  }

  /**
   * The rates that are known now, by node: at most one of each origin for a node. Forgets the nodes
   * that nobody has reported for a window.
   */
  public List<NodeRate> rates(long nowNanos) {
    forget(nowNanos);
    List<NodeRate> rates = new ArrayList<>();
    for (Map.Entry<NodeId, Node> entry : nodes.entrySet()) {
      addTo(rates, nowNanos, entry.getKey(), Origin.CLIENT, entry.getValue().client);
      addTo(rates, nowNanos, entry.getKey(), Origin.CLIENT_SHORT, entry.getValue().clientShort);
      if (!entry.getValue().untimed.isWithin(settings.windowNanos(), nowNanos)) {
        addTo(rates, nowNanos, entry.getKey(), Origin.JMX, entry.getValue().jmx);
      }
    }
    rates.sort(Comparator.comparing(NodeRate::node).thenComparing(NodeRate::origin));
    return rates;
  }

  /**
   * How long clients have waited within the window since they last got a byte, for every node that
   * they asked in the window; 0 for those that gave something. Short requests count like long ones.
   */
  public Map<NodeId, Long> waitedInVainNanos(long nowNanos) {
    forget(nowNanos);
    Map<NodeId, Long> waited = new TreeMap<>();
    nodes.forEach(
        (id, node) -> {
          if (node.sampled.isWithin(settings.windowNanos(), nowNanos)) {
            node.vain.slide(nowNanos);
            waited.put(id, node.vain.busyNanos());
          }
        });
    return waited;
  }

  private void forget(long nowNanos) {
    nodes.values().removeIf(n -> nowNanos - n.heardNanos > settings.windowNanos());
  }

  private void addTo(
      List<NodeRate> rates, long nowNanos, NodeId node, Origin origin, SlidingTotals totals) {
    totals.slide(nowNanos);
    long busyNanos = totals.busyNanos();
    if (busyNanos > 0) {
      rates.add(
          new NodeRate(
              node,
              origin,
              totals.bytes(),
              busyNanos,
              totals.effectiveSamples(),
              settings.windowNanos()));
    }
  }

  /** How many nodes are remembered. */
  public int nodeCount() {
    return nodes.size();
  }
}
