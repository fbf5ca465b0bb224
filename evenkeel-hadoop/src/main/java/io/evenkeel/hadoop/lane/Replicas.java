package io.evenkeel.hadoop.lane;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** The order in which a stock read tries the replicas of a block. */
public final class Replicas {
  /** The NameNode's order of blocks that have another one now; of one process, as blocks are. */
  private static final Map<LocatedBlock, DatanodeInfoWithStorage[]> USUAL = new WeakHashMap<>();

  private static volatile boolean anyReordered;

  private Replicas() {}

  /**
   * Puts the nodes to avoid behind the others, both in the NameNode's order; so with nobody to
   * avoid any more the block is as the NameNode gave it.
   *
   * @return whether the first one now is not to be avoided
   */
  public static boolean order(LocatedBlock block, Predicate<NodeId> avoided) {
    synchronized (block) {
      DatanodeInfoWithStorage[] nodes = block.getLocations();
      DatanodeInfoWithStorage[] usual = usual(block);
      List<DatanodeInfoWithStorage> wished = new ArrayList<>(nodes.length);
      List<DatanodeInfoWithStorage> last = new ArrayList<>();
      for (DatanodeInfoWithStorage node : usual) {
        (avoided.test(LocatedFile.nodeOf(node)) ? last : wished).add(node);
      }
      boolean anyGood = !wished.isEmpty();
      wished.addAll(last);
      put(block, nodes, wished);
      remember(block, usual, wished);
      return anyGood;
    }
  }

  /** Written only where it is another order: stock reads and lanes look at it without a lock. */
  private static void put(
      LocatedBlock block, DatanodeInfoWithStorage[] nodes, List<DatanodeInfoWithStorage> wished) {
    boolean changed = false;
    for (int i = 0; i < nodes.length; i++) {
      changed |= !nodes[i].equals(wished.get(i));
      nodes[i] = wished.get(i);
    }
    if (changed) {
      block.updateCachedStorageInfo();
    }
  }

  private static void remember(
      LocatedBlock block, DatanodeInfoWithStorage[] usual, List<DatanodeInfoWithStorage> wished) {
    synchronized (USUAL) {
      if (wished.equals(Arrays.asList(usual))) {
        USUAL.remove(block);
      } else {
        USUAL.put(block, usual);
      }
      anyReordered = !USUAL.isEmpty();
    }
  }

  private static DatanodeInfoWithStorage[] usual(LocatedBlock block) {
    synchronized (USUAL) {
      DatanodeInfoWithStorage[] known = USUAL.get(block);
      return known == null ? block.getLocations().clone() : known;
    }
  }

  /** Those that have it as the NameNode named them, nodes to avoid included. */
  public static List<NodeId> usualNodes(LocatedBlock block) {
    List<NodeId> nodes = new ArrayList<>();
    synchronized (block) {
      for (DatanodeInfo each : usual(block)) {
        nodes.add(LocatedFile.nodeOf(each));
      }
    }
    return nodes;
  }

  /** Whether any block that is still held is in another order than the NameNode's. */
  public static boolean anyReordered() {
    if (!anyReordered) {
      return false;
    }
    synchronized (USUAL) {
      anyReordered = !USUAL.isEmpty();
      return anyReordered;
    }
  }
}
