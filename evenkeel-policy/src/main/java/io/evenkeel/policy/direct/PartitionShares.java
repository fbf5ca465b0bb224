package io.evenkeel.policy.direct;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.DirectionTable.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How one partition's demand is shared among its ways, which grow by those that pay: a code may
 * have more degraded reads than could be looked at one by one, but the cheapest is found at once.
 */
final class PartitionShares {
  /** Shares below this are nobody's. */
  private static final double SHARE_MIN = 1e-12;

  /** How many moves are made at a visit. */
  private static final int MOVES = 3;

  private static final int NOWHERE = -1;

  private static final class Way {
    final IndexSet indexes;
    final int[] nodes;
    double share;

    Way(IndexSet indexes, int[] nodes) {
      this.indexes = indexes;
      this.nodes = nodes;
    }
  }

  private final long id;
  private final double bytes;
  private final RecoverySets sets;

  /** By index. */
  private final int[] numbers;

  /** The normal read first, if it can be had. */
  private final List<Way> ways = new ArrayList<>();

  private final boolean hasOriginal;

  /**
   * All by the normal read; by some degraded one if that cannot be had.
   *
   * @param numberOf the nodes that can be reached, numbered
   */
  PartitionShares(Demand demand, Map<NodeId, Integer> numberOf) {
    Map<Integer, NodeId> nodes = demand.partition().nodes();
    int wanted = demand.partition().wanted();
    numbers = new int[nodes.keySet().stream().mapToInt(i -> i).max().orElse(wanted) + 1];
    for (int index = 0; index < numbers.length; index++) {
      numbers[index] = numberOf.getOrDefault(nodes.get(index), NOWHERE);
    }
    id = demand.partition().id();
    sets = demand.sets().without(index -> !isReachable(index));
    hasOriginal = isReachable(wanted);
    boolean hasWay = hasOriginal || sets.cheapest(Double::sum, index -> 0).isPresent();
    bytes = hasWay ? demand.bytes() : 0;
    Way first =
        hasOriginal || !hasWay
            ? new Way(IndexSet.of(wanted), new int[] {hasOriginal ? numbers[wanted] : NOWHERE})
            : way(sets.cheapest(Double::sum, index -> 0).orElseThrow().indexes());
    first.share = 1;
    ways.add(first);
  }

  private boolean isReachable(int index) {
    return index < numbers.length && numbers[index] != NOWHERE;
  }

  private Way way(IndexSet indexes) {
    for (Way way : ways) {
      if (way.indexes.equals(indexes)) {
        return way;
      }
    }
    return new Way(indexes, Arrays.stream(indexes.toArray()).map(i -> numbers[i]).toArray());
  }

  /** Whether there is anything to share. */
  boolean hasDemand() {
    return bytes > 0;
  }

  /** Adds what this gives to nodes to their loads. */
  void addTo(double[] loads) {
    for (Way way : ways) {
      for (int node : way.nodes) {
        loads[node] += bytes * way.share;
      }
    }
  }

  /** The way of the least sum; the normal read of equal ones. */
  private Way best(double[] costs) {
    if (hasOriginal && costs[ways.get(0).nodes[0]] == 0) {
      return ways.get(0);
    }
    Way degraded =
        sets.cheapest(Double::sum, index -> costs[numbers[index]])
            .map(set -> way(set.indexes()))
            .orElse(ways.get(0));
    return hasOriginal && sum(ways.get(0), costs) <= sum(degraded, costs) ? ways.get(0) : degraded;
  }

  private static double sum(Way way, double[] costs) {
    double sum = 0;
    for (int node : way.nodes) {
      sum += costs[node];
    }
    return sum;
  }

  /** Moves shares from the worst ways to the best ones. */
  void improve(ShareMove move) {
    for (int i = 0; i < MOVES; i++) {
      Way best = best(move.over());
      Way worst = best;
      for (Way way : ways) {
        if (way.share > 0 && sum(way, move.over()) > sum(worst, move.over())) {
          worst = way;
        }
      }
      if (worst == best) {
        return;
      }
      move.begin(worst.nodes, best.nodes, bytes);
      double share = move.share(worst.share);
      move.apply(share);
      worst.share -= share;
      if (best.share == 0 && !ways.contains(best)) {
        ways.add(best);
      }
      best.share += share;
    }
    ways.removeIf(way -> way.share == 0 && way != ways.get(0));
  }

  /** By how much a way's sum could fall if all shares went to the best one, in all. */
  double gap(double[] costs) {
    double least = sum(best(costs), costs);
    double gap = 0;
    for (Way way : ways) {
      gap += bytes * way.share * (sum(way, costs) - least);
    }
    return gap;
  }

  /** What all of the demand costs by the best way. */
  double least(double[] costs) {
    return bytes * sum(best(costs), costs);
  }

  /** All of it to the best way. */
  void take(double[] costs) {
    Way best = best(costs);
    ways.forEach(way -> way.share = 0);
    if (!ways.contains(best)) {
      ways.add(best);
    }
    best.share = 1;
  }

  /** Puts the shares into a table. */
  void addTo(Map<Long, List<Share>> table) {
    double sum = ways.stream().mapToDouble(PartitionShares::rounded).sum();
    List<Share> shares = new ArrayList<>();
    for (Way way : ways) {
      if (rounded(way) > 0) {
        shares.add(new Share(new ReadOption(sets.wanted(), way.indexes), rounded(way) / sum));
      }
    }
    table.put(id, shares);
  }

  private static double rounded(Way way) {
    return way.share < SHARE_MIN ? 0 : way.share;
  }
}
