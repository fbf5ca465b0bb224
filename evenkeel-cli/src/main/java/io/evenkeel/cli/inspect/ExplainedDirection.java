package io.evenkeel.cli.inspect;

import io.evenkeel.client.nodes.QueueBook;
import io.evenkeel.client.nodes.QueueDirection;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.server.command.ByteSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What a read of a block group would do now, in a process that has nothing outstanding itself: by
 * what the manager knows of queues and stragglers, and by the classes that direct reads.
 */
final class ExplainedDirection {
  private static final int SMALL_BYTES = 64 << 10;

  private final Map<NodeId, NodeLoad> loads = new HashMap<>();
  private final QueueDirection direction;
  private final ClusterView view;

  /**
   * @param nodes as the manager's status has them
   */
  ExplainedDirection(List<NodeLoad> nodes, ReadLimits limits) {
    List<Queued> queued = new ArrayList<>();
    List<NodeView> slow = new ArrayList<>();
    for (NodeLoad node : nodes) {
      loads.put(node.node(), node);
      queued.add(new Queued(node.node(), node.queuedBytes().orElse(0L), node.bytesPerSecond()));
      if (node.straggler()) {
        slow.add(new NodeView(node.node(), true, node.reason()));
      }
    }
    QueueBook queues = QueueBook.asTold(new QueueAnswer(queued), limits.coldNanosPerByte());
    this.direction = new QueueDirection(queues, limits.lateFloorNanos());
    this.view = ClusterView.of(slow, 0);
  }

  /**
   * One line.
   *
   * @param offset of the file, where a small read is asked about; else it is of whole rows
   */
  String of(BlockGroup group, OptionalLong offset) {
    CellGeometry geometry = group.geometry();
    IndexSet data =
        IndexSet.range(0, geometry.code().dataCount()).filter(i -> lengthOf(group, i) > 0);
    IndexSet wanted = data;
    String what = "whole rows";
    long bytes = Math.min(geometry.cellBytes(), geometry.lengthBytes());
    if (offset.isPresent()) {
      long at = offset.getAsLong() - group.fileOffset();
      wanted = IndexSet.of((int) (at / geometry.cellBytes() % geometry.code().dataCount()));
      bytes = Math.min(SMALL_BYTES, bytes);
      what = ByteSize.text(bytes) + " there";
    }
    Direction.Request request = new Direction.Request(group, wanted, data, bytes);
    IndexSet off =
        direction.avoided(request, view).union(wanted.filter(index -> isSlow(group, index)));
    IndexSet left = wanted.intersect(off);
    if (left.isEmpty()) {
      return "%s: from %s".formatted(what, names(wanted));
    }
    String why =
        Arrays.stream(left.toArray())
            .mapToObj(index -> reason(group, index))
            .collect(Collectors.joining(", "));
    return "%s: not from %s, but decoded".formatted(what, why);
  }

  private static long lengthOf(BlockGroup group, int index) {
    return group.blocks().get(index).lengthBytes();
  }

  private boolean isSlow(BlockGroup group, int index) {
    List<NodeId> nodes = group.nodes().get(index);
    return nodes.isEmpty() || nodes.stream().allMatch(view::isSlow);
  }

  private static String names(IndexSet indexes) {
    int[] all = indexes.toArray();
    return all.length == 1 ? "data " + all[0] : "data " + all[0] + " to " + all[all.length - 1];
  }

  private String reason(BlockGroup group, int index) {
    List<NodeId> nodes = group.nodes().get(index);
    if (nodes.isEmpty()) {
      return "data %d (no node)".formatted(index);
    }
    return "data %d (%s, %s)".formatted(index, nodes.get(0), why(nodes.get(0)));
  }

  private String why(NodeId node) {
    return view.isSlow(node)
        ? "a straggler"
        : ByteSize.text(loads.get(node).queuedBytes().orElse(0L)) + " queued";
  }

  /**
   * One line of a replicated block; empty where the first replica is read, as the NameNode has it.
   *
   * @param replicas as the NameNode named them
   */
  String of(List<NodeId> replicas) {
    IndexSet off =
        direction
            .avoidedReplicas(replicas, view)
            .union(IndexSet.range(0, replicas.size()).filter(i -> view.isSlow(replicas.get(i))));
    IndexSet left = IndexSet.range(0, replicas.size()).minus(off);
    if (!off.contains(0) || left.isEmpty()) {
      return "";
    }
    NodeId first = replicas.get(0);
    return "from %s, not from %s (%s)"
        .formatted(replicas.get(left.toArray()[0]), first, why(first));
  }
}
