package io.evenkeel.policy.direct;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.DirectionTable.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * <i>Opt Lazy</i>'s statistical optimisation (Hu et al., SoCC 2017, section 2.3), which the paper
 * leaves to MOSEK, by coordinate descent: partition by partition, demand is moved from its worst
 * way to its best one, as far as that lowers F. There is no solver to install, and each answer
 * carries a lower bound which proves how near the optimum it is. To be run off the path of reads.
 *
 * <p>Dead nodes get nothing where there is another way. A partition without demand keeps x = 1: it
 * may be asked for before the next table.
 */
public final class TableOptimizer {
  /** How near the optimum is near enough, relatively. */
  private static final double TOLERANCE = 1e-9;

  /** For the l-infinity norm, which is found by bisection. */
  private static final double PEAK_TOLERANCE = 1e-4;

  private static final int SWEEPS_MAX = 2000;

  /** Of a step of the bisection. */
  private static final int STEP_SWEEPS_MAX = 200;

  /** Shares below this are nobody's. */
  private static final double SHARE_MIN = 1e-12;

  private final DirectionProblem problem;
  private final List<List<ReadOption>> options = new ArrayList<>();
  private final LevelDescent descent;
  private double lowerBound;

  private TableOptimizer(DirectionProblem problem) {
    this.problem = problem;
    Map<NodeId, Integer> numbers = new HashMap<>();
    List<NodeQueue> queues = new ArrayList<>();
    problem
        .queues()
        .forEach(
            (node, queue) -> {
              if (queue.isReachable()) {
                numbers.put(node, queues.size());
                queues.add(queue);
              }
            });
    List<LevelDescent.Choice> choices = new ArrayList<>();
    for (Demand demand : problem.demands()) {
      List<ReadOption> reachable = reachable(demand);
      options.add(reachable);
      choices.add(choice(demand, reachable, numbers));
    }
    this.descent = new LevelDescent(queues, choices);
  }

  /** The best table, or one that is as near to it as its lower bound says. */
  public static OptimizedTable optimize(DirectionProblem problem) {
    return new TableOptimizer(problem).solve();
  }

  /** The normal read first. When there is no way at all, it is the only one. */
  private List<ReadOption> reachable(Demand demand) {
    CodedPartition partition = demand.partition();
    ReadOption original = ReadOption.original(partition.wanted());
    List<ReadOption> reachable = new ArrayList<>();
    reachable.add(original);
    for (IndexSet set : demand.sets()) {
      reachable.add(new ReadOption(partition.wanted(), set));
    }
    QueueView queues = QueueView.of(problem.queues());
    reachable.removeIf(option -> !partition.isReachable(option, queues));
    return reachable.isEmpty() ? List.of(original) : reachable;
  }

  /** Without demand, or a choice, it is nothing to the descent. */
  private static LevelDescent.Choice choice(
      Demand demand, List<ReadOption> reachable, Map<NodeId, Integer> numbers) {
    int[][] nodes = new int[reachable.size()][];
    for (int o = 0; o < nodes.length; o++) {
      int[] indexes = reachable.get(o).indexes().toArray();
      nodes[o] = new int[indexes.length];
      for (int i = 0; i < indexes.length; i++) {
        Integer number = numbers.get(demand.partition().nodes().get(indexes[i]));
        if (number == null) {
          return new LevelDescent.Choice(0, nodes);
        }
        nodes[o][i] = number;
      }
    }
    return new LevelDescent.Choice(demand.bytes(), nodes);
  }

  private OptimizedTable solve() {
    double objective =
        switch (problem.norm()) {
          case L1 -> leastWork();
          case L2 -> leastSquares();
          case L_INFINITY -> leastPeak();
        };
    return new OptimizedTable(
        table(), objective, Math.min(lowerBound, objective), descent.sweeps());
  }

  /** Linear, and each partition for itself: its way of the least work. */
  private double leastWork() {
    descent.takeLeastWork();
    lowerBound = descent.work();
    return lowerBound;
  }

  private double leastSquares() {
    do {
      descent.sweep(0);
      lowerBound = Math.max(lowerBound, descent.excess(0) - descent.gap(0));
    } while (lowerBound < (1 - TOLERANCE) * descent.excess(0) && descent.sweeps() < SWEEPS_MAX);
    return descent.excess(0);
  }

  /**
   * A table whose peak is at most t is one without excess over t. So the excess over a t in the
   * middle is lowered until either there is hardly any, and the peak has come down, or its weights
   * prove that some must remain, and the bound has come up.
   */
  private double leastPeak() {
    leastSquares();
    double[] best = descent.shares();
    double peak = descent.peak();
    lowerBound = Math.max(descent.queuedPeak(), descent.peakBound(0));
    while (lowerBound < (1 - PEAK_TOLERANCE) * peak && descent.sweeps() < SWEEPS_MAX) {
      double level = (lowerBound + peak) / 2;
      double enough = level + (peak - lowerBound) / 8;
      for (int i = 0; i < STEP_SWEEPS_MAX && lowerBound < level && peak > enough; i++) {
        descent.sweep(level);
        lowerBound = Math.max(lowerBound, descent.peakBound(level));
        if (descent.peak() < peak) {
          peak = descent.peak();
          best = descent.shares();
        }
      }
    }
    descent.restore(best);
    return peak;
  }

  private DirectionTable table() {
    Map<Long, List<Share>> table = new HashMap<>();
    for (int p = 0; p < options.size(); p++) {
      double sum = 0;
      for (int o = 0; o < options.get(p).size(); o++) {
        sum += share(p, o);
      }
      List<Share> shares = new ArrayList<>();
      for (int o = 0; o < options.get(p).size(); o++) {
        if (share(p, o) > 0) {
          shares.add(new Share(options.get(p).get(o), share(p, o) / sum));
        }
      }
      table.put(problem.demands().get(p).partition().id(), shares);
    }
    return DirectionTable.of(table);
  }

  private double share(int partition, int option) {
    double share = descent.share(partition, option);
    return share < SHARE_MIN ? 0 : share;
  }
}
