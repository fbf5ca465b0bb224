package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The allocated bytes of every cache node: reserved, published, those that are being deleted, and
 * foreign, which is what a node holds that this manager did not grant. Reserved and published
 * together never exceed the capacity.
 *
 * <p>What is foreign is known within bounds only: of the reserved bytes, an unknown part is stored
 * already, and of what is being deleted an unknown part is there still. So with {@code used} bytes
 * on the node it lies in {@code [used - published - reserved - deleting, used - published]}; the
 * last belief is kept while it lies there, and moved to the nearer bound otherwise. The first
 * sample finds nothing reserved and is exact.
 */
final class CacheAccounts {
  private static final class Account {
    long reservedBytes;
    long publishedBytes;
    long deletingBytes;
    long foreignBytes;
    boolean isSampled;
    boolean isReachable;
  }

  /** What a node says beyond it is not believed; sums of it and of capacities do not overflow. */
  private static final long FOREIGN_BYTES_MAX = Long.MAX_VALUE / 4;

  private final long capacityBytes;
  private final Map<NodeId, Account> accounts = new TreeMap<>();

  CacheAccounts(Collection<NodeId> nodes, long capacityBytes) {
    this.capacityBytes = capacityBytes;
    nodes.forEach(n -> accounts.put(n, new Account()));
  }

  /** The node said how many bytes it holds. */
  void toldUsedBytes(NodeId node, long usedBytes) {
    Account account = accounts.get(node);
    long used = Math.max(0, Math.min(usedBytes, FOREIGN_BYTES_MAX));
    long most = Math.max(0, used - account.publishedBytes);
    long granted = account.publishedBytes + account.reservedBytes;
    long least = Math.max(0, used - granted - account.deletingBytes);
    account.foreignBytes = Math.min(most, Math.max(least, account.foreignBytes));
    account.isSampled = true;
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

  /** Bytes that were freed here are going to be deleted on the node. */
  void deletionDue(NodeId node, long bytes) {
    accounts.get(node).deletingBytes += bytes;
  }

  /** Their deletion has ended, well or not. */
  void deletionEnded(NodeId node, long bytes) {
    accounts.get(node).deletingBytes -= bytes;
  }

  /** Whether all that is granted has room beside what is being deleted. */
  boolean hasRoomNow(NodeId node) {
    Account a = accounts.get(node);
    long granted = a.publishedBytes + a.reservedBytes;
    return a.deletingBytes == 0 || granted + a.foreignBytes + a.deletingBytes <= capacityBytes;
  }

  /** Bytes that were freed here but stay on the node for now. */
  void lingering(NodeId node, long bytes) {
    Account account = accounts.get(node);
    account.foreignBytes = Math.min(FOREIGN_BYTES_MAX, account.foreignBytes + bytes);
  }

  /**
   * So many bytes more, or fewer, are reserved on each of these nodes, one that is named twice
   * twice. Throws, and nothing has changed, when a node cannot have that.
   */
  void reserved(List<NodeId> nodes, long bytes) {
    change(nodes, bytes, 0);
  }

  /** So many bytes more, or fewer, are published; else as {@link #reserved}. */
  void published(List<NodeId> nodes, long bytes) {
    change(nodes, 0, bytes);
  }

  /** What was reserved is published, and may take less; else as {@link #reserved}. */
  void published(List<NodeId> nodes, long reservedBytes, long publishedBytes) {
    change(nodes, -reservedBytes, publishedBytes);
  }

  /** Whether each of these nodes is one of ours and may have so many bytes more. */
  boolean mayHave(List<NodeId> nodes, long bytes) {
    Map<NodeId, Long> free = new HashMap<>();
    for (NodeId node : nodes) {
      Account account = accounts.get(node);
      if (account == null) {
        return false;
      }
      long before =
          free.computeIfAbsent(
              node, n -> capacityBytes - account.publishedBytes - account.reservedBytes);
      if (bytes > before) {
        return false;
      }
      free.put(node, before - bytes);
    }
    return true;
  }

  /** What is published now was on these nodes before, and taken for foreign. */
  void noLongerForeign(List<NodeId> nodes, long bytes) {
    for (NodeId node : nodes) {
      Account account = accounts.get(node);
      account.foreignBytes = Math.max(0, account.foreignBytes - bytes);
    }
  }

  private void change(List<NodeId> nodes, long reservedMore, long publishedMore) {
    Map<NodeId, Integer> uses = new HashMap<>();
    nodes.forEach(n -> uses.merge(n, 1, Integer::sum));
    uses.forEach(
        (node, count) -> {
          Account account = accounts.get(node);
          require(
              node,
              account.publishedBytes + count * publishedMore,
              account.reservedBytes + count * reservedMore);
        });
    uses.forEach(
        (node, count) -> {
          Account account = accounts.get(node);
          account.publishedBytes += count * publishedMore;
          account.reservedBytes += count * reservedMore;
        });
  }

  private void require(NodeId node, long publishedBytes, long reservedBytes) {
    if (publishedBytes < 0 || reservedBytes < 0 || publishedBytes + reservedBytes > capacityBytes) {
      throw new IllegalStateException(
          "node %s: %d published and %d reserved of %d bytes"
              .formatted(node, publishedBytes, reservedBytes, capacityBytes));
    }
  }

  /** Throws unless the accounts are these. */
  void check(Map<NodeId, Long> published, Map<NodeId, Long> reserved) {
    accounts.forEach(
        (node, a) -> {
          require(node, a.publishedBytes, a.reservedBytes);
          boolean right =
              a.publishedBytes == published.getOrDefault(node, 0L)
                  && a.reservedBytes == reserved.getOrDefault(node, 0L)
                  && a.foreignBytes >= 0
                  && a.deletingBytes >= 0;
          if (!right) {
            throw new IllegalStateException(
                "node %s: %d published and %d reserved bytes accounted for, held are %s and %s"
                    .formatted(
                        node,
                        a.publishedBytes,
                        a.reservedBytes,
                        published.get(node),
                        reserved.get(node)));
          }
        });
  }

  /** The nodes that can be reached, and what room each has. A copy. */
  Map<NodeId, Long> freeBytes() {
    Map<NodeId, Long> free = new TreeMap<>();
    accounts.forEach(
        (node, a) -> {
          if (a.isSampled && a.isReachable) {
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
