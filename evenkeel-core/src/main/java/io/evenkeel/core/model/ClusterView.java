package io.evenkeel.core.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** An immutable snapshot of what is believed of the nodes. A node that is not in it is unknown. */
public final class ClusterView {
  private static final ClusterView UNKNOWN = new ClusterView(Map.of(), 0);
  private final Map<NodeId, NodeView> nodes;
  private final double expectedNanosPerByte;

  private ClusterView(Map<NodeId, NodeView> nodes, double expectedNanosPerByte) {
    this.nodes = nodes;
    this.expectedNanosPerByte = expectedNanosPerByte;
  }

  /** The view that knows nothing: every node is taken for healthy. */
  public static ClusterView unknown() {
    return UNKNOWN;
  }

  /**
   * A view.
   *
   * @param expectedNanosPerByte the pace of healthy storage nodes; 0 when unknown
   */
  public static ClusterView of(Collection<NodeView> nodes, double expectedNanosPerByte) {
    Map<NodeId, NodeView> byId = new HashMap<>();
    nodes.forEach(n -> byId.put(n.node(), n));
    return new ClusterView(Map.copyOf(byId), expectedNanosPerByte);
  }

  /** Whether reads should not wait for this node. */
  public boolean isSlow(NodeId node) {
    NodeView view = nodes.get(node);
    return view != null && view.slow();
  }

  /** The pace of healthy storage nodes, from healthy nodes only; 0 when unknown. */
  public double expectedNanosPerByte() {
    return expectedNanosPerByte;
  }

  public Collection<NodeView> nodes() {
    return nodes.values();
  }
}
