package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;

/**
 * What a stock read, or a stream, waits for at a node: that counts as outstanding while it does.
 * Thread-safe.
 */
public final class AwaitedBytes {
  private final NodeTraffics traffics;
  private final QueueBook queues;
  private NodeId node;
  private long bytes;

  AwaitedBytes(NodeTraffics traffics, QueueBook queues) {
    this.traffics = traffics;
    this.queues = queues;
  }

  /**
   * It waits.
   *
   * @param awaitedBytes for what
   */
  public void waits(NodeId at, long awaitedBytes) {
    synchronized (this) {
      came();
      node = at;
      bytes = awaitedBytes;
      traffics.addOutstanding(at, awaitedBytes);
    }
    queues.asked();
  }

  /** It waits no more. */
  public synchronized void came() {
    if (node != null) {
      traffics.addOutstanding(node, -bytes);
      node = null;
    }
  }
}
