package io.evenkeel.hadoop.read;

import io.evenkeel.client.stream.StockBlock;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.lane.Replicas;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A located block of a file, as the stock stream holds it; or one of a block group, for probes: its
 * range is none of the file's.
 */
final class HdfsBlock implements StockBlock {
  private final LocatedBlock block;
  private final String src;
  private final BlockConnector connector;

  HdfsBlock(LocatedBlock block, String src, BlockConnector connector) {
    this.block = block;
    this.src = src;
    this.connector = connector;
  }

  @Override
  public ByteRange range() {
    return ByteRange.of(block.getStartOffset(), block.getBlockSize());
  }

  @Override
  public long lengthBytes() {
    return block.getBlockSize();
  }

  @Override
  public List<NodeId> usualNodes() {
    return Replicas.usualNodes(block);
  }

  @Override
  public boolean order(Predicate<NodeId> avoided) {
    return Replicas.order(block, avoided);
  }

  @Override
  public long readAway(NodeId node, ByteRange part, Watcher watcher) throws IOException {
    for (DatanodeInfo location : block.getLocations()) {
      if (LocatedFile.nodeOf(location).equals(node)) {
        return connector.readAway(src, block, location, part.start(), part.end(), watcher);
      }
    }
    throw new IOException(node + " is none of the nodes that have " + block);
  }
}
