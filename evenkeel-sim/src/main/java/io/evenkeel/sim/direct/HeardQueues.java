package io.evenkeel.sim.direct;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.direct.CodedPartition;
import io.evenkeel.policy.direct.Demand;
import io.evenkeel.policy.direct.DirectedRead;
import io.evenkeel.policy.direct.DirectionProblem;
import io.evenkeel.policy.direct.DirectionTable;
import io.evenkeel.policy.direct.Known;
import io.evenkeel.policy.direct.LoadDirection.Belief;
import io.evenkeel.policy.direct.NodeQueue;
import io.evenkeel.policy.direct.ProjectedQueues;
import io.evenkeel.policy.direct.QueueView;
import io.evenkeel.policy.direct.ReadOption;
import io.evenkeel.policy.direct.TableOptimizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What front ends know before they ask: every node's queue once in a period, and what is made of
 * that. All of them hear the same at the same time. Making a table takes no time.
 */
final class HeardQueues {
  private final DirectionPlan plan;
  private final Belief belief;
  private final CodedCluster cluster;
  private final FcfsNodes nodes;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final ProjectedQueues[] projected;
  private final double[] demandBytes;
  private QueueView lazy = QueueView.of(Map.of());
  private DirectionTable table = DirectionTable.empty();
  private long reported;

  HeardQueues(
      DirectionPlan plan,
      Belief belief,
      CodedCluster cluster,
      FcfsNodes nodes,
      Scheduler scheduler,
      SplittableRandom random) {
    this.plan = plan;
    this.belief = belief;
    this.cluster = cluster;
    this.nodes = nodes;
    this.scheduler = scheduler;
    this.random = random;
    this.projected = new ProjectedQueues[plan.frontEnds()];
    Arrays.setAll(projected, i -> new ProjectedQueues());
    this.demandBytes = new double[cluster.partitions().size()];
    Map<NodeId, Long> idle = new HashMap<>();
    cluster.nodes().forEach(node -> idle.put(node, 0L));
    heard(0, FcfsNodes.queues(idle));
    if (belief != Belief.RATES) {
      later();
    }
  }

  private void later() {
    double nanos = plan.reportSeconds() * DirectionSetting.NANOS_PER_SECOND;
    scheduler.schedule((long) nanos, this::begin);
  }

  private void begin() {
    later();
    // What is directed while the question is on its way is in the answer.
    scheduler.schedule(
        DirectionSetting.PROBE_HALF_NANOS,
        () -> Arrays.stream(projected).forEach(ProjectedQueues::beginReport));
    reported += (long) projected.length * cluster.nodes().size();
    long takenNanos = scheduler.nanoTime() + DirectionSetting.PROBE_HALF_NANOS;
    nodes.ask(
        cluster.nodes(),
        queuedBytes -> {
          Map<NodeId, NodeQueue> queues = FcfsNodes.queues(queuedBytes);
          heard(takenNanos, queues);
          if (belief == Belief.TABLE) {
            makeTable(queues);
          }
        });
  }

  private void heard(long takenNanos, Map<NodeId, NodeQueue> queues) {
    lazy = QueueView.of(queues);
    for (ProjectedQueues one : projected) {
      one.report(takenNanos, projected.length, queues);
    }
  }

  private void makeTable(Map<NodeId, NodeQueue> queues) {
    QueueView view = QueueView.of(queues);
    List<Demand> demands = new ArrayList<>();
    for (CodedPartition partition : cluster.partitions()) {
      double bytes = demandBytes[(int) partition.id()];
      demands.add(
          plan.isOfAllSets()
              ? Demand.ofAllSets(partition, bytes)
              : Demand.ofOneSet(partition, bytes, view, random::nextLong));
    }
    table = TableOptimizer.optimize(new DirectionProblem(queues, demands, plan.norm())).table();
    Arrays.fill(demandBytes, 0);
  }

  int frontEnds() {
    return projected.length;
  }

  /** How many nodes were asked by all front ends, other than for a read. */
  long reported() {
    return reported;
  }

  /** What a front end knows of this moment. */
  Known known(int frontEnd) {
    QueueView view =
        belief == Belief.PROJECTED ? projected[frontEnd].at(scheduler.nanoTime()) : lazy;
    return new Known(view, table);
  }

  void wanted(DirectedRead read) {
    demandBytes[(int) read.partition().id()] += read.requestBytes();
  }

  void directed(int frontEnd, DirectedRead read, ReadOption option) {
    for (int index : option.indexes().toArray()) {
      projected[frontEnd].directed(read.partition().nodes().get(index), read.requestBytes());
    }
  }
}
