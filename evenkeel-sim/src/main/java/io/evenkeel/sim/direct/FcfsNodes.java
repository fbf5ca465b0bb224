package io.evenkeel.sim.direct;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.direct.NodeQueue;
import io.evenkeel.sim.queue.ServerQueue;
import io.evenkeel.sim.queue.ServerQueue.Discipline;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** The nodes: each serves its read tasks in the order in which they come. */
final class FcfsNodes {
  private final Scheduler scheduler;
  private final Map<NodeId, Node> nodes = new LinkedHashMap<>();

  FcfsNodes(List<NodeId> nodes, Scheduler scheduler) {
    this.scheduler = scheduler;
    nodes.forEach(node -> this.nodes.put(node, new Node()));
  }

  /** One of them, and since when it is at the task that it serves. */
  private final class Node {
    private final ServerQueue queue = ServerQueue.of(Discipline.FCFS, scheduler);
    private long sinceNanos;

    void submit(long bytes, LongConsumer done) {
      if (queue.length() == 0) {
        sinceNanos = scheduler.nanoTime();
      }
      double seconds = bytes / DirectionSetting.BYTES_PER_SECOND;
      queue.submit(
          seconds * DirectionSetting.NANOS_PER_SECOND,
          bytes,
          () -> {
            long startedNanos = sinceNanos;
            sinceNanos = scheduler.nanoTime();
            done.accept(startedNanos);
          });
    }

    /** Of all tasks, what is still to be served. */
    long leftBytes() {
      double seconds = (scheduler.nanoTime() - sinceNanos) / DirectionSetting.NANOS_PER_SECOND;
      long served = (long) (seconds * DirectionSetting.BYTES_PER_SECOND);
      return Math.max(0, queue.queuedBytes() - served);
    }
  }

  /** A task for a node. When it is done, {@code done} is told when it was begun. */
  void submit(NodeId node, long bytes, LongConsumer done) {
    nodes.get(node).submit(bytes, done);
  }

  /** Asks nodes for the bytes that wait at them; the questions take time, there and back. */
  void ask(Collection<NodeId> asked, Consumer<Map<NodeId, Long>> then) {
    scheduler.schedule(
        DirectionSetting.PROBE_HALF_NANOS,
        () -> {
          Map<NodeId, Long> answers = new HashMap<>();
          asked.forEach(node -> answers.put(node, nodes.get(node).leftBytes()));
          scheduler.schedule(DirectionSetting.PROBE_HALF_NANOS, () -> then.accept(answers));
        });
  }

  /** What waits at a node now. */
  long queuedBytes(NodeId node) {
    return nodes.get(node).leftBytes();
  }

  /** A node answers with its queue instead of taking a read, in the time of a question. */
  void refuse(NodeId node, Consumer<Map<NodeId, Long>> then) {
    Map<NodeId, Long> answer = Map.of(node, queuedBytes(node));
    scheduler.schedule(2 * DirectionSetting.PROBE_HALF_NANOS, () -> then.accept(answer));
  }

  static Map<NodeId, NodeQueue> queues(Map<NodeId, Long> queuedBytes) {
    Map<NodeId, NodeQueue> queues = new HashMap<>();
    queuedBytes.forEach(
        (node, bytes) -> queues.put(node, new NodeQueue(bytes, DirectionSetting.BYTES_PER_SECOND)));
    return queues;
  }

  /** The busiest node's share of the time up to now. */
  double hottestUtilisation() {
    double busy =
        nodes.values().stream().mapToDouble(node -> node.queue.busyNanos()).max().orElseThrow();
    return busy / Math.max(1, scheduler.nanoTime());
  }
}
