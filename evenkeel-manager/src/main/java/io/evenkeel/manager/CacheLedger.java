package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The allocated bytes of every cache node: reserved, published, and foreign, which is what a node
 * holds that this manager did not grant. Reserved and published together never exceed the capacity.
 *
 * <p>What is foreign is known within bounds only: of the reserved bytes, an unknown part is stored
 * already. So with {@code used} bytes on the node it lies in {@code [used - published - reserved,
 * used - published]}; the last belief is kept while it lies there, and moved to the nearer bound
 * otherwise. The first sample finds nothing reserved and is exact.
 */
final class CacheLedger {
  private static final class Account {
    long reservedBytes;
    long publishedBytes;
    long foreignBytes;
    boolean isKnown;
    boolean isReachable;
  }

  private final long capacityBytes;
  private final Map<NodeId, Account> accounts = new TreeMap<>();

  CacheLedger(Collection<NodeId> nodes, long capacityBytes) {
    this.capacityBytes = capacityBytes;
    nodes.forEach(n -> accounts.put(n, new Account()));
  }

  /** The node said how many bytes it holds. */
  void sampled(NodeId node, long usedBytes) {
    Account account = accounts.get(node);
    long most = Math.max(0, usedBytes - account.publishedBytes);
    long least = Math.max(0, usedBytes - account.publishedBytes - account.reservedBytes);
    account.foreignBytes = Math.min(most, Math.max(least, account.foreignBytes));
    account.isKnown = true;
    account.isReachable = true;
  }

  /** Whether the node could be reached before; it cannot now. */
  boolean unreachable(NodeId node) {
    boolean was = accounts.get(node).isReachable;
    accounts.get(node).isReachable = false;
    return was;
  }

  boolean isReachable(NodeId node) {
    return accounts.get(node).isReachable;
  }

  /** Bytes that were freed here but are still on the node. */
  void lingering(NodeId node, long bytes) {
    accounts.get(node).foreignBytes += bytes;
  }

  /**
   * So many bytes more, or fewer, are reserved on each of these nodes, one that is named twice
   * twice.
   */
  void reserved(List<NodeId> nodes, long bytes) {
    for (NodeId node : nodes) {
      accounts.get(node).reservedBytes += bytes;
      check(node);
    }
  }

  /** So many bytes more, or fewer, are published. */
  void published(List<NodeId> nodes, long bytes) {
    for (NodeId node : nodes) {
      accounts.get(node).publishedBytes += bytes;
      check(node);
    }
  }

  private void check(NodeId node) {
    Account account = accounts.get(node);
    if (account.publishedBytes < 0
        || account.reservedBytes < 0
        || account.publishedBytes + account.reservedBytes > capacityBytes) {
      throw new IllegalStateException(
          "node %s: %d published and %d reserved of %d bytes"
              .formatted(node, account.publishedBytes, account.reservedBytes, capacityBytes));
    }
  }

  /** The nodes that can be reached, and what room each has. A copy. */
  Map<NodeId, Long> freeBytes() {
    Map<NodeId, Long> free = new TreeMap<>();
    accounts.forEach(
        (node, a) -> {
          if (a.isKnown && a.isReachable) {
            free.put(node, capacityBytes - a.publishedBytes - a.reservedBytes - a.foreignBytes);
          }
        });
    return free;
  }

  List<NodeId> nodes() {
    return List.copyOf(accounts.keySet());
  }

  long publishedBytes(NodeId node) {
    return accounts.get(node).publishedBytes;
  }

  long reservedBytes(NodeId node) {
    return accounts.get(node).reservedBytes;
  }

  long foreignBytes(NodeId node) {
    return accounts.get(node).foreignBytes;
  }
}
