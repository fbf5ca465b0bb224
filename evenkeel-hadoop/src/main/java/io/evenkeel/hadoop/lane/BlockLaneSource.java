package io.evenkeel.hadoop.lane;

import io.evenkeel.client.read.ThreadLane;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;

/** Lanes to the replicas of one file's blocks. */
public final class BlockLaneSource implements LaneSource {
  private final LocatedFile file;
  private final BlockConnector connector;
  private final Executor threads;
  private final Supplier<Optional<CachingStrategy>> caching;

  /**
   * @param threads where lanes read, one task a lane; may reject
   * @param caching how DataNodes are to cache what is read; empty for as the client is configured
   */
  public BlockLaneSource(
      LocatedFile file,
      BlockConnector connector,
      Executor threads,
      Supplier<Optional<CachingStrategy>> caching) {
    this.file = file;
    this.connector = connector;
    this.threads = threads;
    this.caching = caching;
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    BlockReplica replica = (BlockReplica) source;
    long end = Math.min(endHint, replica.block().lengthBytes());
    return new ThreadLane(
        new BlockStream(
            file, connector, replica, end, caching.get().orElseGet(connector::usualCaching)),
        buffers,
        receiver,
        threads);
  }
}
