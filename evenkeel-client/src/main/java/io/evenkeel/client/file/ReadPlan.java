package io.evenkeel.client.file;

import io.evenkeel.client.nodes.ReadShape;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.policy.layout.ReadMemory;
import java.util.List;

/** What a file's layout knows of one read that is about to start. */
interface ReadPlan {
  /** What is read: of the range that was asked for as much as can be read by lanes. */
  ByteRange range();

  /** The memory with which it can be read, best first; at least one size. */
  List<ReadMemory> sizes();

  /**
   * How its groups are planned.
   *
   * @param plannedBytes of the size that was to be had
   */
  ReadPlanner planner(long plannedBytes);

  /** By what it is judged; its length is that of the range. */
  ReadShape shape();

  /**
   * Whether it is short, and going around a node costs it several times the bytes that it wants of
   * that: then as many reads do as that pays for.
   */
  boolean isAmplified();

  /** The nodes that have each of its first group of blocks. */
  List<List<NodeId>> holders();

  /** What it believes of nodes besides what all reads do; asked anew for every group. */
  default List<NodeView> believed() {
    return List.of();
  }

  /** There is memory for it, and it starts now. */
  void starts();

  /**
   * What was decoded does not agree with what was read of a stored block: one of those it was
   * decoded from may be wrong as well as this one. Must not block.
   */
  default void disagrees(Source with, String reason) {}
}
