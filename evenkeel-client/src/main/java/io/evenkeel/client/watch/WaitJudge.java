package io.evenkeel.client.watch;

import io.evenkeel.core.model.NodeId;

/**
 * Whoever reads from DataNodes on the caller's thread and wants to know what it waits for. Told of
 * every wait on a connection, and asked while one lasts whether to go on waiting.
 */
public interface WaitJudge {
  /** Who looks at the waits of this read. */
  Watchdog watchdog();

  /**
   * A wait begins. Called on the reading thread.
   *
   * @param opening whether it is for a connection or an answer, not for bytes
   * @param sentBytes what the node has sent to all of this process by now
   */
  void waiting(NodeId node, boolean opening, long sentBytes);

  /**
   * A wait is over. Called on the reading thread.
   *
   * @param bytes what came, packet headers included; 0 for a connection or an answer
   * @param sentBytes what the node has sent to all of this process by now
   */
  void waited(NodeId node, long nanos, int bytes, long sentBytes);

  /**
   * Whether to end a wait that has lasted for so long: the stock call under way then throws {@link
   * CutException}. Called by the watchdog; must not block.
   *
   * @param opening whether it is for a connection or an answer, not for bytes
   * @param sentBytes what the node has sent to all of this process by now
   */
  boolean leaves(NodeId node, long waitingNanos, boolean opening, long sentBytes);

  /**
   * The longest time between two looks while this read begins new waits; nobody looks more often
   * than every 2 ms.
   */
  default long lookEveryNanos() {
    return Long.MAX_VALUE;
  }

  /**
   * In how many nanoseconds a wait that has lasted for so long is to be looked at again at the
   * latest; none or less for what is due already. Called by the watchdog.
   */
  default long nextLookNanos(long waitingNanos) {
    return Long.MAX_VALUE;
  }

  /**
   * Whether to end the read because a node cannot be connected to, rather than to let the stock
   * client look for another. Called on the reading thread.
   */
  boolean leavesWhenRefused(NodeId node);

  /** Whether no wait is wanted any more, as when the stream is closed. */
  boolean isAbandoned();
}
