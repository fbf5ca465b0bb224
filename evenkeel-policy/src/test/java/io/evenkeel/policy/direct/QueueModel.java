package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.node;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.LoadDirection.Belief;
import io.evenkeel.policy.direct.ProbeStep.Ask;
import io.evenkeel.policy.direct.ProbeStep.Decided;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The setting of Hu et al. (SoCC 2017, sections 3 and 4) as a model: 90 nodes that serve read tasks
 * in order, 334 coding groups, 2,004 partitions by Zipf 1.15, Poisson arrivals at the rates that
 * the paper's probes reveal, lognormal sizes; a probe takes 2 ms and is exact. All clients get a
 * report once in a period.
 */
final class QueueModel {
  static final double BYTES_PER_SECOND = 25e6;
  private static final int NODES = 90;
  private static final int GROUPS = 334;
  private static final int DATA = 6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PROBE_SECONDS = 0.002;
  private static final double TASK_SECONDS = 0.003;
  private static final double SIZE_SIGMA = 0.7;
  private static final double SIZE_MAX_SECONDS = 0.4;

  /** A code, and the load at which the paper replayed it. */
  record Setting(String code, double readsPerSecond, double medianSeconds) {
    static final Setting RS = new Setting("rs-6-3", 112, 0.040);
    static final Setting LRC = new Setting("lrc-6-2-2", 222, 0.018);
  }

  /** What came of it; times in seconds, the others by read. */
  record Outcome(
      double mean, double median, double p95, double probes, double degraded, double tasks) {}

  private final Setting setting;
  private final double periodSeconds;
  private final SplittableRandom random;
  private final SplittableRandom draws;
  private final List<CodedPartition> partitions = new ArrayList<>();
  private final double[] cumulative;
  private final double[] freeSeconds = new double[NODES];
  private final double[] demandBytes;
  private final LazyQueues lazy = new LazyQueues();
  private final ProjectedQueues[] projected;
  private DirectionTable table = DirectionTable.empty();
  private double now;

  QueueModel(Setting setting, int clients, double periodSeconds, long seed) {
    this.setting = setting;
    this.periodSeconds = periodSeconds;
    this.random = new SplittableRandom(seed);
    this.draws = new SplittableRandom(seed + 1);
    this.cumulative = popularity(random);
    this.demandBytes = new double[cumulative.length];
    this.projected = new ProjectedQueues[clients];
    Arrays.setAll(projected, i -> new ProjectedQueues());
    place();
  }

  /** By partition, of twelve million objects the first 20,000 one by one. */
  private static double[] popularity(SplittableRandom random) {
    double[] weights = new double[GROUPS * DATA];
    double rest = Math.pow(12e6, -0.15) / -0.15 - Math.pow(20_000, -0.15) / -0.15;
    Arrays.fill(weights, rest / weights.length);
    for (int object = 1; object <= 20_000; object++) {
      weights[random.nextInt(weights.length)] += Math.pow(object, -1.15);
    }
    Arrays.parallelPrefix(weights, Double::sum);
    return weights;
  }

  private void place() {
    CodeSpec spec = CodeSpec.parse(setting.code());
    List<RecoverySets> sets = new ArrayList<>();
    for (int i = 0; i < DATA; i++) {
      sets.add(RecoverySets.of(spec, i));
    }
    Deque<Integer> deck = new ArrayDeque<>();
    for (int group = 0; group < GROUPS; group++) {
      List<Integer> nodes = new ArrayList<>();
      while (nodes.size() < spec.totalCount()) {
        if (deck.isEmpty()) {
          random.ints(0, NODES).distinct().limit(NODES).forEach(deck::add);
        }
        int next = deck.poll();
        if (nodes.contains(next)) {
          deck.add(next);
        } else {
          nodes.add(next);
        }
      }
      int[] places = nodes.stream().mapToInt(n -> n).toArray();
      for (int i = 0; i < DATA; i++) {
        partitions.add(Groups.partition(DATA * group + i, sets.get(i), places));
      }
    }
  }

  /** How busy the busiest node is by normal reads alone, of 1. */
  double hottestUtilisation() {
    double[] busy = new double[NODES];
    double taskSeconds =
        TASK_SECONDS + setting.medianSeconds() * Math.exp(SIZE_SIGMA * SIZE_SIGMA / 2);
    for (int p = 0; p < cumulative.length; p++) {
      double share = cumulative[p] - (p == 0 ? 0 : cumulative[p - 1]);
      CodedPartition partition = partitions.get(p);
      busy[number(partition.nodes().get(partition.wanted()))] +=
          share / cumulative[cumulative.length - 1] * setting.readsPerSecond() * taskSeconds;
    }
    return Arrays.stream(busy).max().orElseThrow();
  }

  private double waitSeconds(int node) {
    return Math.max(0, freeSeconds[node] - now);
  }

  private Map<NodeId, NodeQueue> exact() {
    Map<NodeId, NodeQueue> queues = new HashMap<>();
    for (int n = 0; n < NODES; n++) {
      queues.put(node(n), new NodeQueue(waitSeconds(n) * BYTES_PER_SECOND, BYTES_PER_SECOND));
    }
    return queues;
  }

  private static int number(NodeId node) {
    return Integer.parseInt(node.host().substring("node".length()));
  }

  private void refresh(Belief belief) {
    Map<NodeId, NodeQueue> queues = exact();
    lazy.refresh(queues);
    for (ProjectedQueues client : projected) {
      client.report((long) (now * NANOS_PER_SECOND), projected.length, queues);
    }
    if (belief == Belief.TABLE) {
      List<Demand> demands = new ArrayList<>();
      for (int p = 0; p < demandBytes.length; p++) {
        demands.add(
            Demand.ofOneSet(
                partitions.get(p), demandBytes[p], QueueView.of(queues), draws::nextLong));
      }
      table = TableOptimizer.optimize(new DirectionProblem(queues, demands, Norm.L2)).table();
    }
    Arrays.fill(demandBytes, 0);
  }

  Outcome run(String direction, int reads) {
    LoadDirection policy = LoadDirections.named(direction);
    double[] seconds = new double[reads];
    long probes = 0;
    long degraded = 0;
    long tasks = 0;
    double refreshed = Double.NEGATIVE_INFINITY;
    for (int r = 0; r < reads; r++) {
      now += -Math.log1p(-random.nextDouble()) / setting.readsPerSecond();
      if (now - refreshed >= periodSeconds) {
        refreshed = now;
        refresh(policy.belief());
      }
      DirectedRead read = draw();
      ProjectedQueues client = projected[random.nextInt(projected.length)];
      QueueView view =
          policy.belief() == Belief.PROJECTED ? client.at((long) (now * NANOS_PER_SECOND)) : lazy;
      ProbeStep step = policy.begin(read, new Known(view, table), draws::nextLong);
      double start = now;
      while (step instanceof Ask ask) {
        start += PROBE_SECONDS;
        probes += ask.nodes().size();
        step = ask.answered(answers(ask));
      }
      ReadOption option = ((Decided) step).option();
      seconds[r] = serve(read, option, start, client) - now;
      degraded += option.isDegraded() ? 1 : 0;
      tasks += option.indexes().size();
    }
    Arrays.sort(seconds);
    return new Outcome(
        Arrays.stream(seconds).average().orElseThrow(),
        seconds[reads / 2],
        seconds[(int) (0.95 * reads)],
        (double) probes / reads,
        (double) degraded / reads,
        (double) tasks / reads);
  }

  private DirectedRead draw() {
    double at = random.nextDouble() * cumulative[cumulative.length - 1];
    int p = Arrays.binarySearch(cumulative, at);
    p = Math.min(p < 0 ? -p - 1 : p, cumulative.length - 1);
    double size = setting.medianSeconds() * Math.exp(SIZE_SIGMA * random.nextGaussian());
    double taskSeconds = TASK_SECONDS + Math.min(SIZE_MAX_SECONDS, size);
    long bytes = (long) (taskSeconds * BYTES_PER_SECOND);
    demandBytes[p] += bytes;
    return new DirectedRead(partitions.get(p), bytes);
  }

  private Map<NodeId, Long> answers(Ask ask) {
    Map<NodeId, Long> answers = new HashMap<>();
    for (NodeId node : ask.nodes()) {
      answers.put(node, (long) (waitSeconds(number(node)) * BYTES_PER_SECOND));
    }
    return answers;
  }

  /** Gives each node its task; when the last one is done. */
  private double serve(DirectedRead read, ReadOption option, double start, ProjectedQueues client) {
    double end = 0;
    for (int index : option.indexes().toArray()) {
      NodeId node = read.partition().nodes().get(index);
      int n = number(node);
      freeSeconds[n] = Math.max(freeSeconds[n], start) + read.requestBytes() / BYTES_PER_SECOND;
      end = Math.max(end, freeSeconds[n]);
      client.directed(node, read.requestBytes());
    }
    return end;
  }
}
