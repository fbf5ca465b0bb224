package io.evenkeel.policy.direct;

import java.util.List;

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
  /** How many moves a partition makes at a visit. */
  private static final int MOVES = 3;

  /**
   * A partition.
   *
   * @param bytes W_i; with 0 its shares stay as they are
   * @param nodes of each of its ways, by number; the first one has all of it at the start
   */
  record Choice(double bytes, int[][] nodes) {}

  private final double[] queued;
  private final double[] rates;
  private final List<Choice> choices;

  /** x and y by partition and way, one after the other. */
  private final double[] shares;

  private final int[] firstShare;

  /** R_j. */
  private final double[] loads;

  /** By how much R_j / S_j is over the level that is being looked at. */
  private final double[] over;

  private final ShareMove move;
  private int sweeps;

  LevelDescent(List<NodeQueue> queues, List<Choice> choices) {
    this.queued = queues.stream().mapToDouble(NodeQueue::queuedBytes).toArray();
    this.rates = queues.stream().mapToDouble(NodeQueue::bytesPerSecond).toArray();
    this.choices = choices;
    this.firstShare = new int[choices.size() + 1];
    for (int p = 0; p < choices.size(); p++) {
      firstShare[p + 1] = firstShare[p] + choices.get(p).nodes().length;
    }
    this.shares = new double[firstShare[choices.size()]];
    for (int p = 0; p < choices.size(); p++) {
      shares[firstShare[p]] = 1;
    }
    this.loads = new double[queued.length];
    this.over = new double[queued.length];
    this.move = new ShareMove(loads, rates, over);
    sumLoads();
  }

  int sweeps() {
    return sweeps;
  }

  double share(int partition, int option) {
    return shares[firstShare[partition] + option];
  }

  double[] shares() {
    return shares.clone();
  }

  void restore(double[] earlier) {
    System.arraycopy(earlier, 0, shares, 0, shares.length);
    sumLoads();
  }

  /** Afresh from the shares, for moves leave rounding errors. */
  private void sumLoads() {
    System.arraycopy(queued, 0, loads, 0, loads.length);
    for (int p = 0; p < choices.size(); p++) {
      Choice choice = choices.get(p);
      for (int o = 0; choice.bytes() > 0 && o < choice.nodes().length; o++) {
        for (int node : choice.nodes()[o]) {
          loads[node] += choice.bytes() * share(p, o);
        }
      }
    }
  }

  /** Visits every partition once. */
  void sweep(double level) {
    move.setLevel(level);
    for (int p = 0; p < choices.size(); p++) {
      int moves = choices.get(p).bytes() > 0 ? MOVES : 0;
      while (moves > 0 && move(p)) {
        moves--;
      }
    }
    sumLoads();
    sweeps++;
  }

  /** One move; whether there was anything to move. */
  private boolean move(int partition) {
    Choice choice = choices.get(partition);
    int first = firstShare[partition];
    int best = best(choice);
    int worst = best;
    double least = slope(choice.nodes()[best]);
    double most = least;
    for (int o = 0; o < choice.nodes().length; o++) {
      if (shares[first + o] > 0) {
        double slope = slope(choice.nodes()[o]);
        if (slope > most) {
          most = slope;
          worst = o;
        }
      }
    }
    if (worst == best) {
      return false;
    }
    move.begin(choice.nodes()[worst], choice.nodes()[best], choice.bytes());
    double share = move.share(shares[first + worst]);
    shares[first + worst] -= share;
    shares[first + best] += share;
    move.apply(share);
    return share > 0;
  }

  /** Of equal ways the first. */
  private int best(Choice choice) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int o = 0; o < choice.nodes().length; o++) {
      double slope = slope(choice.nodes()[o]);
      if (slope < least) {
        least = slope;
        best = o;
      }
    }
    return best;
  }

  /** What one byte more of a way adds to G. */
  private double slope(int[] nodes) {
    double slope = 0;
    for (int node : nodes) {
      slope += over[node];
    }
    return slope;
  }

  /** G(t). */
  double excess(double level) {
    move.setLevel(level);
    double sum = 0;
    for (int n = 0; n < loads.length; n++) {
      sum += over[n] * over[n] * rates[n] / 2;
    }
    return sum;
  }

  /** By how much G(t) is above its least value at most: what its gradient could still give. */
  double gap(double level) {
    move.setLevel(level);
    double gap = 0;
    for (int p = 0; p < choices.size(); p++) {
      Choice choice = choices.get(p);
      if (choice.bytes() > 0) {
        double least = slope(choice.nodes()[best(choice)]);
        for (int o = 0; o < choice.nodes().length; o++) {
          double share = share(p, o);
          gap += share > 0 ? choice.bytes() * share * (slope(choice.nodes()[o]) - least) : 0;
        }
      }
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
    move.setLevel(level);
    double weights = 0;
    double mean = 0;
    for (int n = 0; n < loads.length; n++) {
      weights += over[n] * rates[n];
      mean += over[n] * queued[n];
    }
    for (Choice choice : choices) {
      if (choice.bytes() > 0) {
        mean += choice.bytes() * slope(choice.nodes()[best(choice)]);
      }
    }
    return weights > 0 ? mean / weights : 0;
  }

  /** Every partition takes the way that costs all nodes together the least time. */
  void takeLeastWork() {
    for (int p = 0; p < choices.size(); p++) {
      int best = 0;
      double least = Double.POSITIVE_INFINITY;
      int[][] ways = choices.get(p).nodes();
      for (int o = 0; choices.get(p).bytes() > 0 && o < ways.length; o++) {
        double seconds = 0;
        for (int node : ways[o]) {
          seconds += 1 / rates[node];
        }
        if (seconds < least) {
          least = seconds;
          best = o;
        }
      }
      for (int o = 0; o < ways.length; o++) {
        shares[firstShare[p] + o] = o == best ? 1 : 0;
      }
    }
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
