package io.evenkeel.policy.layout;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whom reads avoid because of what waits there, before anything is late. */
public interface Direction {
  /** Nobody. */
  Direction OFF = (request, view) -> IndexSet.empty();

  /**
   * The fragments of a block group that are to be read only where there is no other way. A planner
   * asks once for each block group of a read and set of its cells.
   *
   * @param view what the read believes of the nodes
   */
  IndexSet avoided(Request request, ClusterView view);

  /**
   * The replicas of a block that are to be read only where there is no other.
   *
   * @param nodes in the order in which they would be read
   * @return by their places in that order
   */
  default IndexSet avoidedReplicas(List<NodeId> nodes, ClusterView view) {
    return IndexSet.empty();
  }

  /** Whether there can be any such replica now: quick, where as a rule there is none. */
  default boolean mayAvoidReplicas() {
    return false;
  }

  /** The nodes of {@link #avoidedReplicas}; quick where there can be none. */
  default Set<NodeId> busyReplicas(List<NodeId> nodes, ClusterView view) {
    if (!mayAvoidReplicas()) {
      return Set.of();
    }
    Set<NodeId> busy = new HashSet<>();
    for (int place : avoidedReplicas(nodes, view).toArray()) {
      busy.add(nodes.get(place));
    }
    return busy;
  }

  /**
   * What a read wants of a block group.
   *
   * @param wanted the indexes that are wanted
   * @param present the data that there is; where that is all wanted, rows are whole
   * @param taskBytes what is read of each fragment in all, at least 1
   */
  record Request(BlockGroup group, IndexSet wanted, IndexSet present, long taskBytes) {
    /** Whether others cost nothing more than what is wanted. */
    public boolean isWhole() {
      return present.minus(wanted).isEmpty();
    }
  }
}
