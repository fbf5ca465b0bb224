package io.evenkeel.manager;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One stripe that the manager holds room for.
 *
 * @param version the content that it is published for; null while it is reserved only
 * @param nodes the cache node of each parity index, in order
 * @param fragmentBytes what the fragments of one index take, in allocated bytes
 * @param renewAtNanos when the keys are due for renewal; of a reservation, when it expires
 * @param aliveUntilNanos when each node's keys have expired unless a renewal succeeds
 */
record Entry(
    StripeId id,
    StripeVersion version,
    StripeGeometry geometry,
    List<NodeId> nodes,
    long fragmentBytes,
    long renewAtNanos,
    Map<NodeId, Long> aliveUntilNanos) {

  static Entry reserved(
      StripeId id, StripeGeometry geometry, List<NodeId> nodes, long bytes, long expiresAtNanos) {
    return new Entry(
        id, null, geometry, nodes, bytes, expiresAtNanos, allUntil(nodes, expiresAtNanos));
  }

  private static Map<NodeId, Long> allUntil(List<NodeId> nodes, long atNanos) {
    Map<NodeId, Long> until = new HashMap<>();
    nodes.forEach(n -> until.put(n, atNanos));
    return until;
  }

  boolean isPublished() {
    return version != null;
  }

  Entry published(StripeVersion newVersion, StripeGeometry actual, long bytes, long now, long ttl) {
    return new Entry(
        id, newVersion, actual, nodes, bytes, now + ttl / 3, allUntil(nodes, now + ttl));
  }

  Entry renewing(long atNanos) {
    return new Entry(id, version, geometry, nodes, fragmentBytes, atNanos, aliveUntilNanos);
  }

  Entry renewed(NodeId node, long untilNanos) {
    Map<NodeId, Long> until = new HashMap<>(aliveUntilNanos);
    until.put(node, untilNanos);
    return new Entry(id, version, geometry, nodes, fragmentBytes, renewAtNanos, until);
  }

  /** Whether some node's keys must have expired. */
  boolean isGone(long nowNanos) {
    return aliveUntilNanos.values().stream().anyMatch(until -> until - nowNanos <= 0);
  }

  /** The nodes, each once. */
  Set<NodeId> distinctNodes() {
    return new LinkedHashSet<>(nodes);
  }

  /** The allocated bytes on one node. */
  long bytesOn(NodeId node) {
    return fragmentBytes * nodes.stream().filter(node::equals).count();
  }

  long totalBytes() {
    return fragmentBytes * nodes.size();
  }

  /** The keys on one node. */
  List<FragmentKey> keysOn(NodeId node) {
    List<FragmentKey> keys = new ArrayList<>();
    for (int parity = 0; parity < nodes.size(); parity++) {
      if (nodes.get(parity).equals(node)) {
        for (int substripe = 0; substripe < geometry.substripeCount(); substripe++) {
          keys.add(new FragmentKey(id, substripe, geometry.code().dataCount() + parity));
        }
      }
    }
    return keys;
  }

  ParityTicket ticket() {
    return new ParityTicket(id, version, geometry, nodes);
  }
}
