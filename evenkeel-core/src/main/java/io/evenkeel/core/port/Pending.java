package io.evenkeel.core.port;

/**
 * An operation under way. Unlike a cancelled {@code CompletableFuture}, a cancelled {@code Pending}
 * reaches the wire: the request is withdrawn, its buffers come back, nothing waits for its answer.
 */
@FunctionalInterface
public interface Pending {
  /** An operation that has ended already. */
  Pending DONE = () -> {};

  /**
   * Withdraws the operation. Never blocks, may be called from any thread, any number of times; its
   * completion is not called afterwards, except by a call already under way.
   */
  void cancel();
}
