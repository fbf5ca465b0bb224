package io.evenkeel.hadoop.lane;

import io.evenkeel.client.file.ReplicaPlace;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/**
 * The located blocks of one open file: tokens and locations by block. Locations and tokens may be
 * fetched anew; the version, that is which blocks they are, stays that of the open. Thread-safe.
 */
public final class LocatedFile {
  private static final long RELOCATE_EVERY_NANOS = 10_000_000_000L;

  /** For so long a DataNode is not asked again for a replica that it has said it does not have. */
  private static final long LOST_NANOS = RELOCATE_EVERY_NANOS;

  /**
   * Known blocks that begin so near, either way, are located anew with the one that needs it: of a
   * file of 10 TiB nobody wants them all.
   */
  static final long NEAR_BYTES = 16L << 30;

  private final DFSClient client;
  private final String src;
  private final Map<Long, LocatedBlock> byBlockId = new HashMap<>();
  private final Map<Long, Set<NodeId>> atOpen = new HashMap<>();

  /** Of these any block is known, once it is somewhere. */
  private final Set<Long> groupIds = new HashSet<>();

  /** How often each block was located anew. */
  private final Map<Long, Integer> refreshes = new HashMap<>();

  private final CorruptReplicas corrupt;

  /** Replicas that their node could not serve, and when it said so. */
  private final Map<ReplicaPlace, Long> lost = new HashMap<>();

  /** Held while the NameNode is asked, so that of many that need it one asks. */
  private final Object refreshing = new Object();

  private int changes;

  /** When the NameNode was last asked to locate a block anew. */
  private final Map<Long, Long> askedNanos = new HashMap<>();

  /**
   * @param background where the NameNode is told of what nobody waits for; may reject
   */
  public LocatedFile(DFSClient client, String src, Executor background) {
    this.client = client;
    this.src = src;
    this.corrupt = new CorruptReplicas(client, src, background, System::nanoTime);
  }

  /** Blocks of the open, which are located as reading goes on. */
  public synchronized void add(List<LocatedBlock> blocks) {
    for (LocatedBlock block : blocks) {
      long id = block.getBlock().getBlockId();
      byBlockId.put(id, block);
      atOpen.put(id, Set.copyOf(listed(block)));
    }
  }

  /** A block group of the open: those of its blocks that are somewhere. */
  public synchronized void addGroup(LocatedBlock group, LocatedBlock[] internal) {
    groupIds.add(group.getBlock().getBlockId());
    List<LocatedBlock> there = new ArrayList<>();
    for (LocatedBlock block : internal) {
      if (block != null) {
        there.add(block);
      }
    }
    add(there);
  }

  /** The file's path. */
  public String src() {
    return src;
  }

  /** The one name of a DataNode: the address that its blocks are read from. */
  public static NodeId nodeOf(DatanodeID node) {
    return new NodeId(node.getXferAddr());
  }

  /** The nodes that hold a block, best first; none when all replicas are known to be corrupt. */
  public static List<NodeId> nodesOf(LocatedBlock block) {
    return block.isCorrupt() ? List.of() : listed(block);
  }

  private static List<NodeId> listed(LocatedBlock block) {
    List<NodeId> nodes = new ArrayList<>();
    for (DatanodeInfo node : block.getLocations()) {
      nodes.add(nodeOf(node));
    }
    return nodes;
  }

  /** Another one whenever {@link #nodes} may have changed. */
  public synchronized int changes() {
    return changes;
  }

  /** The nodes that are known to hold a block now, best first; none when it is nowhere. */
  public synchronized List<NodeId> nodes(BlockVersion of) {
    LocatedBlock block = byBlockId.get(of.blockId());
    return block == null || block.getBlock().getGenerationStamp() != of.generationStamp()
        ? List.of()
        : nodesOf(block);
  }

  /** How often the block of a replica was located anew. */
  synchronized int refreshes(BlockReplica replica) {
    return refreshes.getOrDefault(replica.block().blockId(), 0);
  }

  synchronized LocatedBlock located(BlockReplica replica) throws IOException {
    LocatedBlock block = byBlockId.get(replica.block().blockId());
    if (block == null
        || block.getBlock().getGenerationStamp() != replica.block().generationStamp()) {
      throw new IOException(replica + " of " + src + " is not of the version that was opened");
    }
    return block;
  }

  /** The one of these blocks that a node is listed for; empty for none. */
  public synchronized Optional<LocatedBlock> on(NodeId node, List<BlockVersion> blocks) {
    for (BlockVersion version : blocks) {
      LocatedBlock block = byBlockId.get(version.blockId());
      if (block != null && listed(block).contains(node)) {
        return Optional.of(block);
      }
    }
    return Optional.empty();
  }

  /**
   * Where to read a replica: on its node, or, when the NameNode no longer lists that one or it has
   * lost the block, on a node that the block was moved to since the open.
   *
   * @throws IOException when there is no such node, its replica was found corrupt, or it has said
   *     lately that it does not have it
   */
  synchronized DatanodeInfo location(BlockReplica replica) throws IOException {
    long id = replica.block().blockId();
    DatanodeInfo own = null;
    DatanodeInfo moved = null;
    for (DatanodeInfo node : located(replica).getLocations()) {
      if (nodeOf(node).equals(replica.node())) {
        own = node;
      } else if (!atOpen.get(id).contains(nodeOf(node)) && !isLost(place(id, node))) {
        moved = node;
      }
    }
    boolean ownIsLost = own != null && isLost(place(id, own));
    boolean isMoved = moved != null && (own == null || ownIsLost);
    DatanodeInfo found = isMoved ? moved : own;
    if (found == null) {
      throw new IOException("the NameNode no longer lists " + replica + " of " + src);
    }
    if (!isMoved && ownIsLost) {
      throw new IOException(
          replica + " of " + src + " was not there a moment ago and is not asked for yet");
    }
    if (corrupt.contains(place(id, found))) {
      throw new IOException(replica + " of " + src + " was found corrupt and is not read again");
    }
    return found;
  }

  /**
   * A DataNode has answered that it cannot serve the replica, whatever the NameNode still lists.
   */
  synchronized void lost(BlockReplica replica, DatanodeInfo node) {
    lost.put(place(replica.block().blockId(), node), System.nanoTime());
  }

  private boolean isLost(ReplicaPlace place) {
    Long since = lost.get(place);
    return since != null && System.nanoTime() - since < LOST_NANOS;
  }

  /**
   * Fetches locations and tokens anew, of this block and those near it, unless somebody has done so
   * since {@code seen} refreshes of it.
   */
  void refresh(BlockReplica replica, int seen) throws IOException {
    if (refreshes(replica) != seen) {
      // Who wants nothing of the NameNode does not wait for others who do.
      return;
    }
    synchronized (refreshing) {
      if (refreshes(replica) == seen) {
        locateAgain(located(replica).getStartOffset());
      }
    }
  }

  /**
   * Fetches locations and tokens anew of the known blocks around a place, and keeps nobody waiting
   * who wants something of the NameNode meanwhile.
   *
   * @param offset where a known block begins
   */
  public void locateAgain(long offset) throws IOException {
    ByteRange near = asks(offset);
    LocatedBlocks now = client.getLocatedBlocks(src, near.start(), near.lengthBytes());
    if (now == null) {
      throw new FileNotFoundException(
          src + " is open, and the NameNode has no such file any more: was it deleted?");
    }
    synchronized (this) {
      for (LocatedBlock block : now.getLocatedBlocks()) {
        if (block instanceof LocatedStripedBlock group) {
          putAll(group, now.getErasureCodingPolicy());
        } else {
          byBlockId.replace(block.getBlock().getBlockId(), block);
        }
      }
      byBlockId.forEach(
          (id, block) -> {
            if (near.contains(block.getStartOffset())) {
              refreshes.merge(id, 1, Integer::sum);
            }
          });
      changes++;
    }
  }

  /** The NameNode is asked from the first to the last known block that is near a place. */
  private synchronized ByteRange asks(long offset) {
    long now = System.nanoTime();
    long first = offset;
    long last = offset;
    for (Map.Entry<Long, LocatedBlock> block : byBlockId.entrySet()) {
      long start = block.getValue().getStartOffset();
      if (Math.abs(start - offset) <= NEAR_BYTES) {
        first = Math.min(first, start);
        last = Math.max(last, start);
        askedNanos.put(block.getKey(), now);
      }
    }
    return new ByteRange(first, last + 1);
  }

  /** Also what was nowhere when its group was located first. */
  private void putAll(LocatedStripedBlock group, ErasureCodingPolicy policy) {
    if (!groupIds.contains(group.getBlock().getBlockId())) {
      return;
    }
    for (LocatedBlock block :
        StripedBlockUtil.parseStripedBlockGroup(
            group, policy.getCellSize(), policy.getNumDataUnits(), policy.getNumParityUnits())) {
      if (block != null) {
        long id = block.getBlock().getBlockId();
        byBlockId.put(id, block);
        atOpen.putIfAbsent(id, Set.copyOf(listed(block)));
      }
    }
  }

  /**
   * Fetches locations anew because a node cannot be reached; rarely, for a dead node stays listed
   * for minutes.
   *
   * @return whether the replica is to be read elsewhere now
   */
  boolean relocate(BlockReplica replica, DatanodeInfo unreachable) throws IOException {
    int seen;
    boolean isTime;
    synchronized (this) {
      seen = refreshes(replica);
      Long asked = askedNanos.get(replica.block().blockId());
      isTime = asked == null || System.nanoTime() - asked >= RELOCATE_EVERY_NANOS;
    }
    if (isTime) {
      refresh(replica, seen);
    }
    return !nodeOf(location(replica)).equals(nodeOf(unreachable));
  }

  /**
   * A DataNode's replica does not match its checksums: it is not read again through this file. As
   * by the stock client the NameNode is told, once, and of one of several when another is good.
   */
  void foundCorrupt(BlockReplica replica, DatanodeInfo node) throws IOException {
    LocatedBlock block;
    int replicasAtOpen;
    synchronized (this) {
      block = located(replica);
      replicasAtOpen = atOpen.get(block.getBlock().getBlockId()).size();
    }
    corrupt.found(block, node, replicasAtOpen);
  }

  /** A replica was read, and matches its checksums: those of its block that did not are bad. */
  void readWell(BlockReplica replica, DatanodeInfo node) {
    corrupt.readWell(replica.block().blockId(), node);
  }

  /** Nobody reads on. */
  public void closed() {
    corrupt.closed();
  }

  private static ReplicaPlace place(long blockId, DatanodeInfo node) {
    return new ReplicaPlace(blockId, nodeOf(node));
  }
}
