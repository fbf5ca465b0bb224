package io.evenkeel.client.stream;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One block as the store's own client reads it: the replicas that it tries, one after another. */
public interface StockBlock {
  /** The bytes of the file that it holds. */
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

  /**
   * Reads a part of a replica twice and throws it away: first over whatever connection, which may
   * have to be made; then over one that is known to be there.
   *
   * @param part bytes of the file, within the block
   * @param connecting told what cuts the connection before anything on it can block, and to cut
   *     nothing before the connection is given back
   * @return how long the second read has taken, in nanoseconds
   */
  long probe(NodeId node, ByteRange part, Consumer<Runnable> connecting) throws IOException;
}
