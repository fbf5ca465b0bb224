package io.evenkeel.policy.layout;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.testing.engine.SimulatedContent;
import java.util.List;

/**
 * A file of an {@link AnyKReader}: one stripe or block group, each fragment on nodes of its own.
 *
 * @param nodes of each index of the code, best first
 */
public record AnyKFile(SimulatedContent content, List<List<NodeId>> nodes, Planning planning) {
  /** How it is read. */
  @FunctionalInterface
  public interface Planning {
    /**
     * The plan of one read.
     *
     * @param plannedBytes what the read may hold in buffers
     */
    ReadPlanner planner(ByteRange range, long plannedBytes);
  }

  public AnyKFile {
    nodes = List.copyOf(nodes);
  }

  /** Which fragment a node has. */
  int indexOf(NodeId node) {
    for (int index = 0; index < nodes.size(); index++) {
      if (nodes.get(index).contains(node)) {
        return index;
      }
    }
    throw new IllegalArgumentException(node + " has nothing of the file: " + nodes);
  }

  ByteRange range() {
    return new ByteRange(0, content.bytes().length);
  }
}
