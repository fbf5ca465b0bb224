package io.evenkeel.hadoop.lane;

import io.evenkeel.client.read.ThreadLane;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import java.util.concurrent.Executor;

/** Lanes to the replicas of one file's blocks. */
public final class BlockLaneSource implements LaneSource {
  private final LocatedFile file;
  private final BlockConnector connector;
  private final Executor threads;

  /**
   * @param threads where lanes read, one task a lane; may reject
   */
  public BlockLaneSource(LocatedFile file, BlockConnector connector, Executor threads) {
    this.file = file;
    this.connector = connector;
    this.threads = threads;
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    BlockReplica replica = (BlockReplica) source;
    long end = Math.min(endHint, replica.block().lengthBytes());
    return new ThreadLane(
        new BlockStream(file, connector, replica, end), buffers, receiver, threads);
  }
}
