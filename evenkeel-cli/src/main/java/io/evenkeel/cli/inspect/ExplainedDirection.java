package io.evenkeel.cli.inspect;

import io.evenkeel.client.nodes.QueueBook;
import io.evenkeel.client.nodes.QueueDirection;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.layout.StripedPlanner;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Scheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a read would do now, in a process that has nothing outstanding itself: by what the manager
 * knows of queues and stragglers, and by the classes that plan and direct reads.
 */
final class ExplainedDirection {
  private static final int SMALL_BYTES = 64 << 10;

  private final Map<NodeId, NodeLoad> loads = new HashMap<>();
  private final Scheme scheme;
  private final Direction direction;
  private final ClusterView view;

  /**
   * @param nodes as the manager's status has them
   * @param isDirected whether reads go by what waits at nodes, too
   */
  ExplainedDirection(List<NodeLoad> nodes, Scheme scheme, ReadLimits limits, boolean isDirected) {
    List<Queued> queued = new ArrayList<>();
    List<NodeView> slow = new ArrayList<>();
    for (NodeLoad node : nodes) {
      loads.put(node.node(), node);
      queued.add(new Queued(node.node(), node.queuedBytes().orElse(0L), node.bytesPerSecond()));
      if (node.straggler()) {
        slow.add(new NodeView(node.node(), true, node.reason()));
      }
    }
    // Of an answer the first ones are remembered, which are to be the longest.
    queued.sort(Comparator.comparingLong(Queued::queuedBytes).reversed());
    QueueBook queues = QueueBook.asTold(new QueueAnswer(queued), limits.coldNanosPerByte());
    this.scheme = scheme;
    this.direction =
        isDirected ? new QueueDirection(queues, limits.lateFloorNanos()) : Direction.OFF;
    this.view = ClusterView.of(slow, 0);
  }

  /**
   * One line.
   *
   * @param offset of the file, where a small read is asked about; else it is of a whole row
   * @param cached what is known to be published of the group's parity
   */
  String of(BlockGroup group, OptionalLong offset, Optional<FragmentTicket> cached) {
    CellGeometry geometry = group.geometry();
    ByteRange range =
        ByteRange.of(group.fileOffset(), Math.min(geometry.rowBytes(), geometry.lengthBytes()));
    String what = "whole rows";
    if (offset.isPresent()) {
      long at = offset.getAsLong() - group.fileOffset();
      long inCell = geometry.cellBytes() - at % geometry.cellBytes();
      long bytes = Math.min(SMALL_BYTES, Math.min(inCell, geometry.lengthBytes() - at));
      range = ByteRange.of(offset.getAsLong(), bytes);
      what = ByteText.of(bytes) + " there";
    }
    FragmentGroup first = firstOf(group, range, cached);
    int data = geometry.code().dataCount();
    int needed = data - first.absent().size();
    IndexSet asked = IndexSet.empty();
    for (FragmentRead read : first.reads()) {
      asked = read.launch().equals(Launch.NOW) ? asked.with(read.index()) : asked;
    }
    IndexSet left = first.wantedIndexes().minus(asked);
    String from = asked.isEmpty() ? "" : " from " + names(asked, data);
    if (left.isEmpty()) {
      return what + ":" + from;
    }
    String how =
        asked.size() >= needed
            ? "; decoded, not from "
            : (from.isEmpty() ? " " : "; ") + "left to the stock client, who decodes if he can: ";
    return Arrays.stream(left.toArray())
        .mapToObj(index -> reason(group, index))
        .collect(Collectors.joining(", ", what + ":" + from + how, ""));
  }

  /** What a read asks for first. */
  private FragmentGroup firstOf(
      BlockGroup group, ByteRange range, Optional<FragmentTicket> cached) {
    StripedPlanner planner =
        new StripedPlanner(
            List.of(group),
            range,
            scheme,
            Verification.NEVER,
            of -> cached,
            direction,
            Long.MAX_VALUE);
    PlanContext context = new PlanContext(view, Set.of(), true);
    return ((Step.Group) planner.plan(new Cursor(0, 0), context)).group();
  }

  /** As {@code data 0, data 2 to 5, parity 0}. */
  private static String names(IndexSet indexes, int dataCount) {
    List<String> names = new ArrayList<>();
    int[] all = indexes.toArray();
    for (int from = 0, to; from < all.length; from = to + 1) {
      to = from;
      while (to + 1 < all.length && all[to + 1] == all[to] + 1 && all[to + 1] != dataCount) {
        to++;
      }
      int first = all[from] < dataCount ? 0 : dataCount;
      names.add(
          (first == 0 ? "data " : "parity ")
              + (all[from] - first)
              + (to > from ? " to " + (all[to] - first) : ""));
    }
    return String.join(", ", names);
  }

  private String reason(BlockGroup group, int index) {
    List<NodeId> nodes = group.nodes().get(index);
    return nodes.isEmpty()
        ? "data %d (no node)".formatted(index)
        : "data %d (%s, %s)".formatted(index, nodes.get(0), why(nodes.get(0)));
  }

  private String why(NodeId node) {
    return view.isSlow(node)
        ? "a straggler"
        : ByteText.of(loads.get(node).queuedBytes().orElse(0L)) + " queued";
  }

  /**
   * One line of a replicated block; empty where it has none.
   *
   * @param replicas as the NameNode named them
   */
  String of(List<NodeId> replicas) {
    if (replicas.isEmpty()) {
      return "";
    }
    Set<NodeId> busy = direction.busyReplicas(replicas, view);
    NodeId first = replicas.get(0);
    NodeId chosen =
        replicas.stream()
            .filter(node -> !busy.contains(node) && !view.isSlow(node))
            .findFirst()
            .orElse(first);
    return chosen.equals(first)
        ? "from " + first + around(first)
        : "from %s, not from %s (%s)".formatted(chosen, first, why(first));
  }

  /** Of a node that nobody avoids from the start, what clients found; empty where nothing. */
  private String around(NodeId node) {
    NodeLoad load = loads.get(node);
    long bytes = load == null ? 0 : load.aroundBytes();
    if (bytes == 0) {
      return "";
    }
    String rate =
        load.bytesPerSecond() > 0 ? ByteText.of((long) load.bytesPerSecond()) + "/s; " : "";
    return " (%sasked first; where it was late, others were asked for %s so far)"
        .formatted(rate, ByteText.of(bytes));
  }
}
