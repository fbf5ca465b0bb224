package io.evenkeel.client.stream;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;

/** What a node stores of a file in one piece: a block, or one of a block group. */
public interface ProbedBlock {
  long lengthBytes();

  /**
   * Reads a part of a replica and throws it away, over whatever connection, which may have to be
   * made, and is there when another follows.
   *
   * @param part bytes of the block, whose first one is 0
   * @return how long that has taken, in nanoseconds
   */
  long readAway(NodeId node, ByteRange part, Watcher watcher) throws IOException;

  /** Who makes a probe; told by the thread that reads. */
  interface Watcher {
    /**
     * A connection is made, or taken up again.
     *
     * @param cuts what ends whatever blocks on it; does nothing once it is given back
     */
    void connecting(Runnable cuts);

    /** So much more has come. */
    void received(int bytes);
  }
}
