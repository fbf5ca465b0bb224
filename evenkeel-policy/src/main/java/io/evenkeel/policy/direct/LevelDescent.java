package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.DirectionTable.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lowers the excess of the nodes' loads over a level t,
 *
 * <pre>G(t) = 1/2 sum over j of max(0, R_j - t S_j)^2 / S_j,  R = L + Q</pre>
 *
 * by moving shares of one partition at a time from its worst way to its best one, as far as the
 * other stays worse. With t = 0 this is the l2 norm of Hu et al. (SoCC 2017, section 2.3). G is
 * convex and smooth, and the shares of each partition are bounded by themselves, so that where no
 * partition has anything to move is the optimum.
 */
final class LevelDescent {
  private final List<PartitionShares> all = new ArrayList<>();

  /** Those with demand. */
  private final List<PartitionShares> partitions = new ArrayList<>();

  private final double[] queued;
  private final double[] rates;

  /** R_j. */
  private final double[] loads;

  private final ShareMove move;
  private int sweeps;

  LevelDescent(DirectionProblem problem) {
    Map<NodeId, Integer> numberOf = new HashMap<>();
    List<NodeQueue> queues = new ArrayList<>();
    problem
        .queues()
        .forEach(
            (node, queue) -> {
              if (queue.isReachable()) {
                numberOf.put(node, queues.size());
                queues.add(queue);
              }
            });
    queued = queues.stream().mapToDouble(NodeQueue::queuedBytes).toArray();
    rates = queues.stream().mapToDouble(NodeQueue::bytesPerSecond).toArray();
    loads = new double[queued.length];
    move = new ShareMove(loads, rates);
    for (Demand demand : problem.demands()) {
      PartitionShares shares = new PartitionShares(demand, numberOf);
      all.add(shares);
      if (shares.hasDemand()) {
        partitions.add(shares);
      }
    }
    sumLoads();
  }

  int sweeps() {
    return sweeps;
  }

  /** The shares as they are now. */
  DirectionTable table() {
    Map<Long, List<Share>> table = new HashMap<>();
    all.forEach(partition -> partition.addTo(table));
    return DirectionTable.of(table);
  }

  /** Afresh from the shares, for moves leave rounding errors. */
  private void sumLoads() {
    System.arraycopy(queued, 0, loads, 0, loads.length);
    partitions.forEach(partition -> partition.addTo(loads));
  }

  /** Visits every partition once. */
  void sweep(double level) {
    move.setLevel(level);
    partitions.forEach(partition -> partition.improve(move));
    sumLoads();
    sweeps++;
  }

  /** G(t). */
  double excess(double level) {
    double[] over = move.setLevel(level);
    double sum = 0;
    for (int n = 0; n < over.length; n++) {
      sum += over[n] * over[n] * rates[n] / 2;
    }
    return sum;
  }

  /** By how much G(t) is above its least value at most: what its gradient could still give. */
  double gap(double level) {
    double[] over = move.setLevel(level);
    double gap = 0;
    for (PartitionShares partition : partitions) {
      gap += partition.gap(over);
    }
    return gap;
  }

  /** max over j of R_j / S_j. */
  double peak() {
    return peak(loads);
  }

  /** The peak of what is queued already. */
  double queuedPeak() {
    return peak(queued);
  }

  private double peak(double[] bytes) {
    double peak = 0;
    for (int n = 0; n < bytes.length; n++) {
      peak = Math.max(peak, bytes[n] / rates[n]);
    }
    return peak;
  }

  /**
   * A peak below which no shares can bring all nodes: the peak is no less than any mean of the
   * nodes' R_j / S_j, and the least of a mean is found partition by partition. Weights are the
   * excesses over t, so the bound is above t when the least of G(t) is above 0.
   */
  double peakBound(double level) {
    double[] over = move.setLevel(level);
    double weights = 0;
    double mean = 0;
    for (int n = 0; n < over.length; n++) {
      weights += over[n] * rates[n];
      mean += over[n] * queued[n];
    }
    for (PartitionShares partition : partitions) {
      mean += partition.least(over);
    }
    return weights > 0 ? mean / weights : 0;
  }

  /** Every partition takes the way that costs all nodes together the least time. */
  void takeLeastWork() {
    double[] secondsPerByte = new double[rates.length];
    for (int n = 0; n < rates.length; n++) {
      secondsPerByte[n] = 1 / rates[n];
    }
    partitions.forEach(partition -> partition.take(secondsPerByte));
    sumLoads();
  }

  /** Sum over j of R_j / S_j. */
  double work() {
    double seconds = 0;
    for (int n = 0; n < loads.length; n++) {
      seconds += loads[n] / rates[n];
    }
    return seconds;
  }
}
