package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.MIB;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;
import static io.evenkeel.policy.load.Rates.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Clusters read unevenly by all kinds of requests, evaluated every 5 s. A request takes 8 ms for
 * connecting and seeking and then goes at its node's speed times a lognormal of sigma 0.25.
 */
class HealthyClusterTest {
  private static final int SEEDS = 200;
  private static final int ROUNDS = 50;
  private static final int NODES = 13;
  private static final double SIGMA = 0.25;
  private static final double SEEK_SECONDS = 0.008;
  private static final double MEBIBYTES_PER_SECOND = 100;
  private static final double SHORT_SHARE = 0.3;
  private static final double ABORTED_SHARE = 0.3;

  private final Random random = new Random();

  private NodeSample request(int node, double speed) {
    boolean small = random.nextDouble() < SHORT_SHARE;
    double mebibytes = small ? random.nextDouble() : Math.pow(2, 7 * random.nextDouble());
    double pace = MEBIBYTES_PER_SECOND * speed * Math.exp(SIGMA * random.nextGaussian());
    double whole = SEEK_SECONDS + mebibytes / pace;
    boolean aborted = random.nextDouble() < ABORTED_SHARE;
    double took = aborted ? whole * random.nextDouble() : whole;
    double received = Math.max(0, (took - SEEK_SECONDS) * pace);
    return new NodeSample(
        node(node),
        Math.round(mebibytes * MIB),
        Math.round(received * MIB),
        Math.round(took * SECOND_NANOS),
        aborted ? Outcome.ABORTED : Outcome.FINISHED);
  }

  /** Node i is asked 0 to 15 times a second: load falls as 1 / (i + 1). */
  private StragglerView round(
      ServiceRateEstimator estimator, StragglerWatch watch, int round, double[] speeds) {
    for (int i = 0; i < NODES; i++) {
      double mean = 75.0 / (i + 1) / (i + 1);
      int requests = (int) (mean * (0.5 + random.nextDouble()) + random.nextDouble());
      for (int r = 0; r < requests; r++) {
        estimator.observe(5L * round * SECOND_NANOS, request(i, speeds[i]));
      }
    }
    return watch.evaluate(5L * round * SECOND_NANOS);
  }

  /** Speeds of two kinds of hardware, each with a spread of its own. */
  private double[] speeds(double slowKind) {
    double[] speeds = new double[NODES];
    for (int i = 0; i < NODES; i++) {
      speeds[i] = (i % 3 == 0 ? slowKind : 1) * (0.9 + 0.2 * random.nextDouble());
    }
    return speeds;
  }

  private void play(double slowKind, int straggler) {
    for (int seed = 0; seed < SEEDS; seed++) {
      random.setSeed(seed);
      ServiceRateEstimator estimator = new ServiceRateEstimator(RateSettings.defaults());
      StragglerWatch watch =
          new StragglerWatch(
              estimator, StragglerDetectors.defaultDetector(), WatchSettings.defaults());
      double[] speeds = speeds(slowKind);
      for (int round = 0; round < ROUNDS; round++) {
        boolean slowed = straggler >= 0 && round >= ROUNDS / 2;
        if (slowed) {
          speeds[straggler] = 1 / 7.0;
        }
        StragglerView view = round(estimator, watch, round, speeds);
        var others =
            view.stragglers().keySet().stream()
                .filter(n -> straggler < 0 || !n.equals(node(straggler)))
                .toList();
        assertThat(others).as("accused: seed %d, round %d: %s", seed, round, view).isEmpty();
        if (slowed && round >= ROUNDS / 2 + 12) {
          assertThat(view.stragglers())
              .as("missed: seed %d, round %d", seed, round)
              .containsKey(node(straggler));
        }
      }
    }
  }

  @Test
  void equalNodesUnevenlyRead_areNotAccused() {
    play(1, -1);
  }

  @Test
  void slowerHardware_isNotAccused() {
    play(0.75, -1);
  }

  @Test
  void straggler_isFoundWithinAWindowAndNobodyElse() {
    play(1, 2);
  }
}
