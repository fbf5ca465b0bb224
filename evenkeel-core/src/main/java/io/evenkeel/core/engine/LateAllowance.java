package io.evenkeel.core.engine;

/**
 * What lateness may cost a read besides what its own limits allow: what others like it may cost
 * together, for instance. Called in the read's serial context; one that several reads share is
 * thread-safe. Answers quickly.
 */
public interface LateAllowance {
  /** The read's own limits are all that there is to keep. */
  LateAllowance UNBOUNDED =
      new LateAllowance() {
        @Override
        public boolean mayAskMore() {
          return true;
        }

        @Override
        public void charged(long bytes) {}
      };

  /** Whether lateness may cost anything now: asked each time that it would. */
  boolean mayAskMore();

  /**
   * Whether what is late at a node that others have found slow meanwhile costs nothing: it is gone
   * around then as if that had been known when the read was planned.
   */
  default boolean isFreeOfSlowNodes() {
    return true;
  }

  /**
   * So many bytes were asked for because of lateness.
   *
   * @param bytes negative where some of what was charged was no cost in the end
   */
  void charged(long bytes);
}
