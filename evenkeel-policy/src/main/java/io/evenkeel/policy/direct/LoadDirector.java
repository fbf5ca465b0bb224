package io.evenkeel.policy.direct;

/**
 * Which way of a read is the best one by the queues: the optimum of problem (1) of Hu et al. (SoCC
 * 2017, section 2.4) for a single request, under a load balancing metric. A pure function of what
 * is believed.
 *
 * <p>A metric is what one read task costs and what two cost together. Both must grow with every
 * queue, to the last bit: {@link StagedProbing} spares itself questions by that.
 */
public interface LoadDirector {
  /**
   * What a read task costs.
   *
   * @param requestBytes D, at least 1
   * @return at least 0; infinite, and only then, when the node cannot be reached
   */
  double task(long requestBytes, NodeQueue queue);

  /** What some tasks and some more cost together; 0 stands for none. */
  double both(double some, double more);

  /**
   * The best way among the normal read and some degraded ones. Ties go to the normal read: it asks
   * one node instead of many. So it is when nothing can be reached.
   *
   * @param sets which degraded reads there are to choose from
   */
  default ReadOption choose(DirectedRead read, RecoverySets sets, QueueView queues) {
    double original = task(read, sets.wanted(), queues);
    return sets.cheapest(this::both, index -> task(read, index, queues))
        .filter(set -> set.cost() < original)
        .map(set -> new ReadOption(sets.wanted(), set.indexes()))
        .orElseGet(read::original);
  }

  /** What reading one fragment costs. */
  default double task(DirectedRead read, int index, QueueView queues) {
    return task(read.requestBytes(), read.partition().queue(index, queues));
  }
}
