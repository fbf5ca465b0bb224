package io.evenkeel.core.model;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What is believed of the nodes: who is slow, how fast the others are, and what is read from each.
 * Immutable; of a {@link #snapshot} the traffic is, too. A node that is not in it is unknown.
 */
public final class ClusterView {
  private static final ClusterView UNKNOWN =
      new ClusterView(Map.of(), 0, 0, 1, node -> NodeTraffic.NONE);
  private final Map<NodeId, NodeView> nodes;
  private final double storageNanosPerByte;
  private final double cacheNanosPerByte;
  private final double crowd;
  private final Function<NodeId, NodeTraffic> traffic;

  private ClusterView(
      Map<NodeId, NodeView> nodes,
      double storageNanosPerByte,
      double cacheNanosPerByte,
      double crowd,
      Function<NodeId, NodeTraffic> traffic) {
    this.nodes = nodes;
    this.storageNanosPerByte = storageNanosPerByte;
    this.cacheNanosPerByte = cacheNanosPerByte;
    this.crowd = crowd;
    this.traffic = traffic;
  }

  /** The view that knows nothing: every node is taken for healthy. */
  public static ClusterView unknown() {
    return UNKNOWN;
  }

  /**
   * A view.
   *
   * @param storageNanosPerByte the pace of healthy storage nodes; 0 when unknown
   */
  public static ClusterView of(Collection<NodeView> nodes, double storageNanosPerByte) {
    Map<NodeId, NodeView> byId = new LinkedHashMap<>();
    nodes.forEach(n -> byId.put(n.node(), n));
    return new ClusterView(byId, storageNanosPerByte, 0, 1, UNKNOWN.traffic);
  }

  /**
   * The same with the pace of healthy cache nodes.
   *
   * @param nanosPerByte 0 when unknown
   */
  public ClusterView withCachePace(double nanosPerByte) {
    return nanosPerByte == cacheNanosPerByte
        ? this
        : new ClusterView(nodes, storageNanosPerByte, nanosPerByte, crowd, traffic);
  }

  /** The same with what is believed of these nodes besides. */
  public ClusterView with(Collection<NodeView> more) {
    if (more.isEmpty()) {
      return this;
    }
    Map<NodeId, NodeView> all = new LinkedHashMap<>(nodes);
    more.forEach(n -> all.put(n.node(), n));
    return new ClusterView(all, storageNanosPerByte, cacheNanosPerByte, crowd, traffic);
  }

  /**
   * The same as a process sees it whose threads wait for each other.
   *
   * @param times how many times longer than alone each of them waits, at least 1
   */
  public ClusterView inCrowd(double times) {
    return times == crowd
        ? this
        : new ClusterView(nodes, storageNanosPerByte, cacheNanosPerByte, times, traffic);
  }

  /**
   * The same with what is read from the nodes.
   *
   * @param traffic asked anew each time; answers quickly, from any thread
   */
  public ClusterView withTraffic(Function<NodeId, NodeTraffic> traffic) {
    return new ClusterView(nodes, storageNanosPerByte, cacheNanosPerByte, crowd, traffic);
  }

  /** The same, of which what was told of a node's traffic once stays so. */
  public ClusterView snapshot() {
    Map<NodeId, NodeTraffic> told = new ConcurrentHashMap<>();
    return withTraffic(node -> told.computeIfAbsent(node, traffic));
  }

  /**
   * What this process reads from a node, but for the read that looks; may be another with each call
   * unless this is a snapshot.
   */
  public NodeTraffic traffic(NodeId node) {
    return traffic.apply(node);
  }

  /** Whether reads should not wait for this node. */
  public boolean isSlow(NodeId node) {
    NodeView view = nodes.get(node);
    return view != null && view.slow();
  }

  /**
   * The pace of nodes of a kind, from healthy ones only; 0 when unknown. A memory is not judged by
   * disks.
   */
  public double expectedNanosPerByte(SourceKind kind) {
    return kind == SourceKind.STORAGE ? storageNanosPerByte : cacheNanosPerByte;
  }

  /**
   * How many times longer than alone a thread of this process waits for a core, or for others at
   * its node.
   */
  public double crowd() {
    return crowd;
  }

  /** In the order they were given: a seed makes the same of them in every process. */
  public Collection<NodeView> nodes() {
    return Collections.unmodifiableCollection(nodes.values());
  }
}
