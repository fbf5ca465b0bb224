package io.evenkeel.client.stream;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.util.function.Consumer;

/** What a node stores of a file in one piece: a block, or one of a block group. */
public interface ProbedBlock {
  long lengthBytes();

  /**
   * Reads a part of a replica and throws it away, over whatever connection, which may have to be
   * made, and is there when another follows.
   *
   * @param part bytes of the block, whose first one is 0
   * @param connecting told what cuts the connection before anything on it can block, and to cut
   *     nothing before the connection is given back
   * @return how long that has taken, in nanoseconds
   */
  long readAway(NodeId node, ByteRange part, Consumer<Runnable> connecting) throws IOException;
}
