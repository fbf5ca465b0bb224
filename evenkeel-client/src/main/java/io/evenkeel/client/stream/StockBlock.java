package io.evenkeel.client.stream;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.util.List;
import java.util.function.Predicate;

/** One block as the store's own client reads it: the replicas that it tries, one after another. */
public interface StockBlock extends ProbedBlock {
  /** The bytes of the file that it holds, as many as it is long. */
  ByteRange range();

  /** The nodes that have it as far as is known, as the store named them. */
  List<NodeId> usualNodes();

  /**
   * Puts the nodes to avoid behind the others, both in the store's order; with nobody to avoid the
   * block is as the store gave it.
   *
   * @return whether the first one now is not to be avoided
   */
  boolean order(Predicate<NodeId> avoided);
}
