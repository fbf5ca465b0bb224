package io.evenkeel.core.port;

import java.util.concurrent.Executor;

/** The only door to time and to execution: threads in a client, virtual time in simulation. */
public interface Scheduler {
  /** Monotonic nanoseconds with an arbitrary origin. */
  long nanoTime();

  /** Runs {@code task} once, not before {@code delayNanos} from now. The task must not block. */
  Pending schedule(long delayNanos, Runnable task);

  /**
   * A new serial context: tasks given to it run one at a time, in the order given, each seeing what
   * the ones before it did. A task given from within another runs after it, never inside it.
   */
  Executor serial();
}
