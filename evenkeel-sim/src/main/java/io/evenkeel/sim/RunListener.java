package io.evenkeel.sim;

/** Is told what the figures of a run sum up: every read that is timed, and every node's load. */
public interface RunListener {
  /** Wants to know nothing. */
  RunListener NONE =
      new RunListener() {
        @Override
        public void timed(long tookNanos) {}

        @Override
        public void loaded(int node, double utilisation) {}
      };

  /** One of {@code reads.timed} has ended, so long after it came. */
  void timed(long tookNanos);

  /**
   * The last read has come, and until then a node's disk was busy for that share of the time; told
   * once of each node.
   */
  void loaded(int node, double utilisation);
}
