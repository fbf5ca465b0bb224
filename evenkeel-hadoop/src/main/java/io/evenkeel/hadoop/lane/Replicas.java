package io.evenkeel.hadoop.lane;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** The order in which a stock read tries the replicas of a block. */
public final class Replicas {
  private Replicas() {}

  /**
   * What has become of an order.
   *
   * @param moved whether it is another than it was
   * @param firstIsGood whether the first one now is not to be avoided
   */
  public record Order(boolean moved, boolean firstIsGood) {}

  /** Puts the nodes to avoid behind the others, which keep their order. */
  public static Order slowLast(LocatedBlock block, Predicate<NodeId> slow) {
    DatanodeInfoWithStorage[] nodes = block.getLocations();
    List<DatanodeInfoWithStorage> last = new ArrayList<>();
    boolean moved = false;
    synchronized (block) {
      List<DatanodeInfoWithStorage> ordered = new ArrayList<>(nodes.length);
      for (DatanodeInfoWithStorage node : nodes) {
        boolean avoided = slow.test(LocatedFile.nodeOf(node));
        moved |= !avoided && !last.isEmpty();
        (avoided ? last : ordered).add(node);
      }
      if (moved) {
        ordered.addAll(last);
        for (int i = 0; i < nodes.length; i++) {
          nodes[i] = ordered.get(i);
        }
        block.updateCachedStorageInfo();
      }
    }
    return new Order(moved, last.size() < nodes.length);
  }

  /** Puts the replicas in an order that they had before, if they still are the same. */
  public static void restore(LocatedBlock block, DatanodeInfoWithStorage[] before) {
    synchronized (block) {
      DatanodeInfoWithStorage[] nodes = block.getLocations();
      if (Set.of(nodes).equals(Set.of(before))) {
        System.arraycopy(before, 0, nodes, 0, nodes.length);
        block.updateCachedStorageInfo();
      }
    }
  }
}
