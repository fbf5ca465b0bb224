package io.evenkeel.sim.direct;

/**
 * Is told when what happened to reads: the five timestamps A to E of Hu et al. (SoCC 2017, section
 * 3.1), in nanoseconds of virtual time. Sending a task takes none, so that B is C.
 */
public interface ReadTimes {
  /** Wants to know nothing. */
  ReadTimes NONE =
      new ReadTimes() {
        @Override
        public void task(long enteredNanos, long startedNanos, long endedNanos) {}

        @Override
        public void read(long arrivedNanos, long sentNanos, long endedNanos) {}
      };

  /** C, D and the end of one task: it came to its node, was begun there, and was done. */
  void task(long enteredNanos, long startedNanos, long endedNanos);

  /**
   * A, B and E: a read came to its front end, its tasks were sent, and the last of them was done,
   * after all of them were told.
   */
  void read(long arrivedNanos, long sentNanos, long endedNanos);
}
