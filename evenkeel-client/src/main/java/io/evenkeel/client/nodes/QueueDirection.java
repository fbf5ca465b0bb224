package io.evenkeel.client.nodes;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.BlockDirector;
import io.evenkeel.policy.direct.NodeQueue;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.reading.Quota;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Directs the reads of a process by what waits at the nodes, before anything is late (decision 26).
 * Thread-safe.
 */
public final class QueueDirection implements Direction {
  /** What a detour of little takes. */
  private static final long LEAST_PART_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** A node at which so much time waits is full. */
  private static final double FULL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** By fewer nodes nobody knows what most are like. */
  private static final int READ_MIN = 5;

  private static final long FULL_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Of parts of rows, which cost k times their bytes. */
  private static final double PART_SHARE = 0.25;

  private static final double PARTS_AT_ONCE = 16;

  private final QueueBook queues;
  private final long leastNanos;

  private final Quota parts = new Quota(PART_SHARE, PARTS_AT_ONCE);

  private boolean isMostFull;
  private long fullLookedNanos = Long.MIN_VALUE / 2;

  /**
   * @param leastNanos nobody leaves a node to gain less, but for a part of a row
   */
  public QueueDirection(QueueBook queues, long leastNanos) {
    this.queues = queues;
    this.leastNanos = leastNanos;
  }

  @Override
  public IndexSet avoided(Request request, ClusterView view) {
    BlockGroup group = request.group();
    IntFunction<NodeQueue> seen =
        seenOnce(group.nodes().size(), i -> queue(group.nodes().get(i), view));
    BlockDirector director = director(group.geometry().cellBytes(), view);
    int total = group.geometry().code().totalCount();
    IndexSet parity = IndexSet.range(group.geometry().code().dataCount(), total);
    boolean isDecoded =
        !request.isWhole() && !request.wanted().filter(i -> !seen.apply(i).isReachable()).isEmpty();
    IndexSet concerned = isDecoded ? request.present().union(parity) : request.wanted();
    IndexSet avoided = IndexSet.empty();
    if (isAnyLong(concerned, seen, director.leastGain()) && !isMostFull(view)) {
      avoided =
          request.isWhole()
              ? director.avoidedOfRows(request.present(), parity, seen)
              : director.avoidedOfPart(
                  new BlockDirector.Part(
                      group.geometry().code(),
                      request.wanted(),
                      request.present(),
                      request.taskBytes()),
                  seen,
                  i -> usualNanos(group.nodes().get(i)));
    }
    boolean costsNothing = request.isWhole() || isDecoded;
    return costsNothing || countPart(!avoided.isEmpty()) ? avoided : IndexSet.empty();
  }

  @Override
  public IndexSet avoidedReplicas(List<NodeId> nodes, ClusterView view) {
    // What is near outranks a shorter queue.
    BlockDirector director = director(queues.queueMinBytes(), view);
    IntFunction<NodeQueue> seen = seenOnce(nodes.size(), i -> queues.queue(nodes.get(i), view));
    boolean isBusy = nodes.size() > 1 && isAnyLong(IndexSet.of(0), seen, director.leastGain());
    return isBusy && !isMostFull(view)
        ? director.avoidedOfReplicas(nodes.size(), seen)
        : IndexSet.empty();
  }

  @Override
  public boolean mayAvoidReplicas() {
    return queues.isAnyQueue();
  }

  /** In a crowd everything takes longer, decoding, too. */
  private BlockDirector director(long leastBytes, ClusterView view) {
    return new BlockDirector(
        new BlockDirector.Gain(
            leastBytes,
            (long) (leastNanos * view.crowd()),
            (long) (LEAST_PART_NANOS * view.crowd())));
  }

  /** Whether anything could be gained at all: as a rule nothing waits. */
  private static boolean isAnyLong(
      IndexSet indexes, IntFunction<NodeQueue> seen, BlockDirector.Gain least) {
    for (int index : indexes.toArray()) {
      NodeQueue queue = seen.apply(index);
      if (queue.isReachable() && queue.waitNanos() > least.partNanos()) {
        return true;
      }
    }
    return false;
  }

  /** Queues as they are when they are first looked at: they change while a read is directed. */
  private static IntFunction<NodeQueue> seenOnce(int count, IntFunction<NodeQueue> now) {
    NodeQueue[] seen = new NodeQueue[count];
    return i -> {
      if (seen[i] == null) {
        seen[i] = now.apply(i);
      }
      return seen[i];
    };
  }

  private NodeQueue queue(List<NodeId> holders, ClusterView view) {
    return holders.isEmpty() ? NodeQueue.UNREACHABLE : queues.queue(holders.get(0), view);
  }

  private double usualNanos(List<NodeId> holders) {
    return holders.isEmpty() ? 0 : queues.usualNanos(holders.get(0));
  }

  /**
   * Counts a part of a row.
   *
   * @param isDirected whether it would be decoded from others
   * @return whether it may be
   */
  private synchronized boolean countPart(boolean isDirected) {
    parts.earn();
    return !isDirected || parts.tryTake();
  }

  private static boolean isFull(NodeQueue queue) {
    return queue.waitNanos() > FULL_NANOS;
  }

  /**
   * Whether most of the nodes that this process reads are full: then what is decoded from several
   * of them fills them further.
   */
  private synchronized boolean isMostFull(ClusterView view) {
    long now = queues.nanoTime();
    if (now - fullLookedNanos >= FULL_LOOK_NANOS) {
      fullLookedNanos = now;
      List<NodeQueue> read = queues.queuesOfRead(view);
      long full =
          read.stream().filter(NodeQueue::isReachable).filter(QueueDirection::isFull).count();
      isMostFull = read.size() >= READ_MIN && 2 * full > read.size();
    }
    return isMostFull;
  }
}
