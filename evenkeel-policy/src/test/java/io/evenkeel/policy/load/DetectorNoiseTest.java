package io.evenkeel.policy.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How often the rules find a straggler, and accuse others, when healthy rates vary normally. */
class DetectorNoiseTest {
  private static final int ROUNDS = 5000;
  private static final double SLOW = 1 / 7.0;
  private static final double MEBIBYTE = 1 << 20;

  /** Percent of rounds in which the first straggler is found, and of healthy nodes accused. */
  private record Found(double stragglers, double healthy) {}

  private static Found play(String name, int nodes, int stragglers, double spread) {
    StragglerDetector detector = StragglerDetectors.named(name);
    Random random = new Random(20_000L * nodes + stragglers);
    int found = 0;
    int accused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<NodeRate> rates = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        double rate = Math.max(0.01, 1 + spread * random.nextGaussian());
        long bytes = Math.round(100 * MEBIBYTE * rate * (i < stragglers ? SLOW : 1));
        rates.add(NodeRate.of(Rates.node(i), Origin.CLIENT, bytes, Rates.SECOND_NANOS, 9, 60_000));
      }
      List<NodeVerdict> verdicts = detector.judge(rates).verdicts();
      found += verdicts.get(0).isSlow() ? 1 : 0;
      accused += (int) verdicts.stream().skip(stragglers).filter(NodeVerdict::isSlow).count();
    }
    int healthy = ROUNDS * (nodes - stragglers);
    return new Found(100.0 * found / ROUNDS, 100.0 * accused / healthy);
  }

  @Test
  void threeSigma_losesTheStragglerInNoise() {
    assertThat(play("three-sigma", 13, 1, 0.05).stragglers()).isGreaterThan(99.9);
    assertThat(play("three-sigma", 13, 1, 0.15).stragglers()).isEqualTo(20, within(3.0));
    assertThat(play("three-sigma", 13, 1, 0.25).stragglers()).isEqualTo(0.6, within(0.5));
    assertThat(play("three-sigma", 13, 2, 0.05).stragglers()).isZero();
    assertThat(play("three-sigma", 10, 1, 0.05).stragglers()).isZero();
  }

  @Test
  void medianDeviation_standsSomeNoiseAndSeveralStragglers() {
    assertThat(play("median-deviation", 13, 1, 0.15).stragglers()).isEqualTo(92, within(2.0));
    assertThat(play("median-deviation", 13, 2, 0.05).stragglers()).isGreaterThan(99.9);
    assertThat(play("median-deviation", 13, 3, 0.05).stragglers()).isGreaterThan(99.9);
  }

  @Test
  void ratioToMedian_findsEveryStragglerAtFewFalseFlags() {
    for (int nodes : new int[] {5, 10, 13, 28, 50}) {
      for (double spread : new double[] {0.05, 0.15, 0.25}) {
        Found found = play("ratio-to-median", nodes, 1, spread);
        assertThat(found.stragglers()).as("%d nodes, %.2f", nodes, spread).isGreaterThan(99.5);
        assertThat(found.healthy()).as("%d nodes, %.2f", nodes, spread).isLessThan(2.7);
      }
      assertThat(play("ratio-to-median", nodes, 1, 0.15).healthy()).isLessThan(0.1);
    }
    assertThat(play("ratio-to-median", 13, 1, 0.25).healthy()).isEqualTo(1.3, within(0.5));
  }

  @Test
  void leaveOneOut_findsOneStragglerWhereThreeSigmaCannot() {
    assertThat(play("leave-one-out", 10, 1, 0.15).stragglers()).isGreaterThan(99);
    assertThat(play("leave-one-out", 13, 1, 0.15).stragglers()).isGreaterThan(99);
  }
}
