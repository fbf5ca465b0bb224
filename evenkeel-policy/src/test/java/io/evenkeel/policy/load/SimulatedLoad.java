package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.MIB;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;

import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import java.util.List;
import java.util.Random;

/**
 * A cluster that clients of two machines read unevenly by all kinds of requests, judged every 5 s
 * by the settings that a manager has by default. A request takes 8 ms for connecting and seeking
 * and then goes at its node's speed times a lognormal of sigma 0.25; three of ten are given up
 * somewhere.
 */
final class SimulatedLoad {
  static final int STEP_SECONDS = 5;
  private static final double SIGMA = 0.25;
  private static final double SEEK_SECONDS = 0.008;
  private static final double MEBIBYTES_PER_SECOND = 100;
  private static final double SHORT_SHARE = 0.3;
  private static final double ABORTED_SHARE = 0.3;
  private static final List<Witness> MACHINES = List.of(Rates.A, Rates.B);

  private final Random random;
  private final ServiceRateEstimator estimator = new ServiceRateEstimator(RateSettings.defaults());
  private final StragglerWatch watch =
      new StragglerWatch(estimator, StragglerDetectors.defaultDetector(), WatchSettings.defaults());
  private final double[] speeds;
  private int round;

  /**
   * Speeds vary by a tenth from node to node.
   *
   * @param kinds what else they are multiplied with: the node's hardware
   */
  SimulatedLoad(long seed, double... kinds) {
    random = new Random(seed);
    speeds = kinds.clone();
    for (int i = 0; i < speeds.length; i++) {
      speeds[i] *= 0.9 + 0.2 * random.nextDouble();
    }
  }

  /** Equal nodes. */
  static double[] equal(int nodes) {
    return mixed(nodes, 1, 1);
  }

  /** Every so many nodes, from the second on, of another kind. */
  static double[] mixed(int nodes, double kind, int every) {
    double[] kinds = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      kinds[i] = i % every == every - 1 ? kind : 1;
    }
    return kinds;
  }

  /** From now on a node is so many times slower. */
  void slow(int node, double factor) {
    speeds[node] /= factor;
  }

  /** Five seconds go by: node i is asked 0 to 15 times a second, as 1 / (i + 1) squared. */
  StragglerView step() {
    long now = (long) STEP_SECONDS * round++ * SECOND_NANOS;
    for (int i = 0; i < speeds.length; i++) {
      double mean = 75.0 / (i + 1) / (i + 1);
      int requests = (int) (mean * (0.5 + random.nextDouble()) + random.nextDouble());
      for (int r = 0; r < requests; r++) {
        Witness by = MACHINES.get(random.nextInt(MACHINES.size()));
        estimator.observe(now, by, request(i, speeds[i]));
      }
    }
    return watch.evaluate(now);
  }

  private NodeSample request(int node, double speed) {
    boolean small = random.nextDouble() < SHORT_SHARE;
    double mebibytes = small ? random.nextDouble() : Math.pow(2, 7 * random.nextDouble());
    double pace = MEBIBYTES_PER_SECOND * speed * Math.exp(SIGMA * random.nextGaussian());
    double whole = SEEK_SECONDS + mebibytes / pace;
    boolean aborted = random.nextDouble() < ABORTED_SHARE;
    double took = aborted ? whole * random.nextDouble() : whole;
    double received = Math.max(0, (took - SEEK_SECONDS) * pace);
    return new NodeSample(
        Rates.node(node),
        Math.round(mebibytes * MIB),
        Math.round(received * MIB),
        Math.round(took * SECOND_NANOS),
        aborted ? Outcome.ABORTED : Outcome.FINISHED);
  }
}
