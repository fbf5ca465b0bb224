package io.evenkeel.policy.direct;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Which fragments of a block group, or which replicas of a block, a read leaves to others because
 * more waits at their nodes. Of whole rows any k fragments cost the same, so that one queue need
 * only be shorter than another; of a part of a row a degraded read costs k fragments instead of
 * those that are wanted, so that it must have the least marginal load ({@link LeastMarginalLoad}).
 * Any k fragments are taken to be enough, as they are of the codes that HDFS has, but for one that
 * is wanted of an LRC; what cannot be decoded is read all the same. Pure; of queues that do not
 * change while it decides.
 *
 * @param leastGain what a read must gain by it
 */
public record BlockDirector(Gain leastGain) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** A part of a row leaves a node at which reads wait so many times as long as at the others. */
  private static final double USUALLY_LONGER = 1.5;

  /** And one with a queue of so many times what reads wait there: that is no chance. */
  private static final double NO_CHANCE = 16;

  private static final LeastMarginalLoad COST = new LeastMarginalLoad();

  /** Of the locally recoverable codes met so far, which are few, by the index that is wanted. */
  private static final Map<CodeSpec, List<RecoverySets>> LOCAL = new ConcurrentHashMap<>();

  /**
   * What is too little: a node is left only to gain more.
   *
   * @param bytes more than the time that the other node takes for so many: a cell, for what is near
   *     and what need not be decoded outranks a short queue
   * @param nanos and more than so much time
   * @param partNanos of a part of a row only this, instead of both
   */
  public record Gain(long bytes, long nanos, long partNanos) {
    public Gain {
      if (bytes < 0 || nanos < 0 || partNanos < 0) {
        throw new IllegalArgumentException(
            "a gain is bytes and times >= 0, got " + bytes + ", " + nanos + " and " + partNanos);
      }
    }
  }

  /**
   * Of rows all of whose data is wanted: data with long queues is exchanged for parity with short
   * ones, the longest for the shortest, as long as each exchange gains enough.
   *
   * @param data the data that there is
   * @param queues what is believed of the node of each index
   * @return the data to decode, and the parity that is not to be used for it; empty when all data
   *     is to be read
   */
  public IndexSet avoidedOfRows(IndexSet data, IndexSet parity, IntFunction<NodeQueue> queues) {
    List<Integer> leaving = byWait(data, queues);
    List<Integer> coming = byWait(parity, queues);
    IndexSet off = IndexSet.empty();
    IndexSet used = IndexSet.empty();
    for (int i = 0; i < Math.min(leaving.size(), coming.size()); i++) {
      int left = leaving.get(leaving.size() - 1 - i);
      int taken = coming.get(i);
      if (!gains(queues.apply(left), queues.apply(taken))) {
        break;
      }
      off = off.with(left);
      used = used.with(taken);
    }
    // Around nodes that are slow or dead reads go anyway.
    boolean isAnyBusy = !off.filter(i -> queues.apply(i).isReachable()).isEmpty();
    return isAnyBusy ? off.union(parity.minus(used)) : IndexSet.empty();
  }

  /**
   * A part of a row.
   *
   * @param wanted at least one, and not all of {@code data}
   * @param data the data that there is: as many fragments decode it
   * @param taskBytes D, what is read of each
   */
  public record Part(CodeSpec code, IndexSet wanted, IndexSet data, long taskBytes) {
    /** Whether fewer than k may decode it: one fragment, in a row without zeros. */
    private boolean mayBeLocal() {
      return code.localGroups() > 0
          && code.totalCount() <= ListedSets.SEARCHED_MAX
          && wanted.size() == 1
          && data.size() == code.dataCount();
    }

    private IndexSet all() {
      return data.union(IndexSet.range(code.dataCount(), code.totalCount()));
    }
  }

  /**
   * Of a part of a row: the fragments that are wanted, or of all those that decode them at the
   * least cost, where reads usually wait longer for the node that is left than for any of those, or
   * many times as much waits there as ever; these as well where what is wanted is decoded anyway,
   * and others have more to do.
   *
   * @param queues what is believed of the node of each index
   * @param usualNanos how long reads wait at it as a rule; 0 where that is not known of any
   * @return every index that is not to be read; empty when what is wanted is to be read
   */
  public IndexSet avoidedOfPart(
      Part part, IntFunction<NodeQueue> queues, IntToDoubleFunction usualNanos) {
    double normal = 0;
    int left = -1;
    for (int index : part.wanted().toArray()) {
      normal = COST.both(normal, COST.task(part.taskBytes(), queues.apply(index)));
      left =
          left < 0 || queues.apply(index).waitNanos() > queues.apply(left).waitNanos()
              ? index
              : left;
    }
    IndexSet all = part.all();
    List<Integer> others = byCost(all.without(left), part.taskBytes(), queues);
    int count = part.data().size();
    if (others.size() < count) {
      return IndexSet.empty();
    }
    List<Integer> instead = instead(part, left, others, queues);
    if (!queues.apply(left).isReachable() && !differ(others, instead, queues)) {
      return IndexSet.empty();
    }
    double degraded = 0;
    double slowestNanos = 0;
    double mostUsualNanos = 0;
    IndexSet used = IndexSet.empty();
    for (int index : instead) {
      degraded = COST.both(degraded, COST.task(part.taskBytes(), queues.apply(index)));
      slowestNanos = Math.max(slowestNanos, queues.apply(index).waitNanos());
      mostUsualNanos = Math.max(mostUsualNanos, usualNanos.applyAsDouble(index));
      used = used.with(index);
    }
    double gainNanos = queues.apply(left).waitNanos() - slowestNanos;
    boolean gains = gainNanos > leastGain.partNanos();
    double leftNanos = usualNanos.applyAsDouble(left);
    boolean isNoChance =
        leftNanos >= USUALLY_LONGER * mostUsualNanos
            || gainNanos > NO_CHANCE * Math.max(leftNanos, mostUsualNanos);
    return degraded < normal && gains && isNoChance ? all.minus(used) : IndexSet.empty();
  }

  /** What a node is left for: of a locally recoverable code maybe its group, else any k. */
  private static List<Integer> instead(
      Part part, int left, List<Integer> byCost, IntFunction<NodeQueue> queues) {
    if (!part.mayBeLocal()) {
      return byCost.subList(0, part.data().size());
    }
    IndexSet cheapest =
        LOCAL
            .computeIfAbsent(part.code(), BlockDirector::setsByWanted)
            .get(left)
            .cheapest(COST::both, i -> COST.task(part.taskBytes(), queues.apply(i)))
            .orElseThrow()
            .indexes();
    return byCost.stream().filter(cheapest::contains).toList();
  }

  private static List<RecoverySets> setsByWanted(CodeSpec code) {
    return IntStream.range(0, code.dataCount()).mapToObj(i -> RecoverySets.of(code, i)).toList();
  }

  /** Whether it matters which so many are read. */
  private boolean differ(
      List<Integer> byCost, List<Integer> cheapest, IntFunction<NodeQueue> queues) {
    double used = queues.apply(cheapest.get(cheapest.size() - 1)).waitNanos();
    return byCost.stream()
        .map(queues::apply)
        .anyMatch(q -> q.isReachable() && q.waitNanos() - used > leastGain.partNanos());
  }

  /**
   * Of a block with several replicas: those that are to be read only where there is no other.
   *
   * @param count of replicas, in the order in which they would be read
   * @return by their places in that order; empty when the first is as good as any
   */
  public IndexSet avoidedOfReplicas(int count, IntFunction<NodeQueue> queues) {
    IndexSet replicas = IndexSet.range(0, count);
    if (count < 2) {
      return IndexSet.empty();
    }
    NodeQueue shortest = queues.apply(byWait(replicas, queues).get(0));
    return gains(queues.apply(0), shortest)
        ? replicas.filter(i -> gains(queues.apply(i), shortest))
        : IndexSet.empty();
  }

  /** Whether leaving one node for another gains enough. */
  private boolean gains(NodeQueue left, NodeQueue taken) {
    double least = leastGain.bytes() / taken.bytesPerSecond() * NANOS_PER_SECOND;
    return taken.isReachable()
        && left.waitNanos() - taken.waitNanos() > Math.max(least, (double) leastGain.nanos());
  }

  /** Shortest first; of equal ones the lower index. */
  private static List<Integer> byWait(IndexSet indexes, IntFunction<NodeQueue> queues) {
    return sorted(indexes, i -> queues.apply(i).waitNanos());
  }

  private static List<Integer> byCost(
      IndexSet indexes, long taskBytes, IntFunction<NodeQueue> queues) {
    return sorted(indexes, i -> COST.task(taskBytes, queues.apply(i)));
  }

  private static List<Integer> sorted(IndexSet indexes, ToDoubleFunction<Integer> by) {
    List<Integer> all = new ArrayList<>();
    for (int index : indexes.toArray()) {
      all.add(index);
    }
    all.sort(Comparator.comparingDouble(by));
    return all;
  }
}
