package io.evenkeel.client.stream;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.util.function.Predicate;

/** One block as the store's own client reads it: the replicas that it tries, one after another. */
public interface StockBlock extends ProbedBlock {
  /** The bytes of the file that it holds, as many as it is long. */
  ByteRange range();

  /** How many nodes have it, as far as is known. */
  int replicaCount();

  /** Whom the store named first, which may be a node to avoid. */
  NodeId usualFirst();

  /**
   * Puts the nodes to avoid behind the others, both in the store's order; with nobody to avoid the
   * block is as the store gave it.
   *
   * @return whether the first one now is not to be avoided
   */
  boolean order(Predicate<NodeId> avoided);
}
