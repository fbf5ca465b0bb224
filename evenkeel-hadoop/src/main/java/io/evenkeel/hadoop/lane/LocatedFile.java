package io.evenkeel.hadoop.lane;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * The located blocks of one open file: tokens and locations by block. Locations and tokens may be
 * fetched anew; the version, that is which blocks they are, stays that of the open. Thread-safe.
 */
public final class LocatedFile {
  private final DFSClient client;
  private final String src;
  private final Map<Long, LocatedBlock> byBlockId = new HashMap<>();
  private int refreshes;

  public LocatedFile(DFSClient client, String src, List<LocatedBlock> blocks) {
    this.client = client;
    this.src = src;
    blocks.forEach(b -> byBlockId.put(b.getBlock().getBlockId(), b));
  }

  String src() {
    return src;
  }

  /** The one name of a DataNode: the address that its blocks are read from. */
  public static NodeId nodeOf(DatanodeInfo node) {
    return new NodeId(node.getXferAddr());
  }

  /** The nodes that hold a block, best first; none when all replicas are known to be corrupt. */
  public static List<NodeId> nodesOf(LocatedBlock block) {
    return block.isCorrupt()
        ? List.of()
        : Arrays.stream(block.getLocations()).map(LocatedFile::nodeOf).toList();
  }

  synchronized int refreshes() {
    return refreshes;
  }

  synchronized LocatedBlock located(BlockReplica replica) throws IOException {
    LocatedBlock block = byBlockId.get(replica.block().blockId());
    if (block == null
        || block.getBlock().getGenerationStamp() != replica.block().generationStamp()) {
      throw new IOException(replica + " of " + src + " is not of the version that was opened");
    }
    return block;
  }

  DatanodeInfo location(BlockReplica replica) throws IOException {
    for (DatanodeInfo node : located(replica).getLocations()) {
      if (nodeOf(node).equals(replica.node())) {
        return node;
      }
    }
    throw new IOException("the NameNode no longer lists " + replica + " of " + src);
  }

  /**
   * Fetches locations and tokens anew, unless somebody has done so since {@code seen} refreshes.
   */
  void refresh(int seen) throws IOException {
    synchronized (this) {
      if (refreshes != seen) {
        return;
      }
    }
    List<LocatedBlock> now = client.getLocatedBlocks(src, 0, Long.MAX_VALUE).getLocatedBlocks();
    synchronized (this) {
      refreshes++;
      for (LocatedBlock block : now) {
        byBlockId.replace(block.getBlock().getBlockId(), block);
      }
    }
  }

  /** Tells the NameNode of a replica whose bytes do not match their checksums. */
  void reportCorrupt(BlockReplica replica) throws IOException {
    LocatedBlock block = located(replica);
    client.reportBadBlocks(
        new LocatedBlock[] {
          new LocatedBlock(block.getBlock(), new DatanodeInfo[] {location(replica)})
        });
  }
}
