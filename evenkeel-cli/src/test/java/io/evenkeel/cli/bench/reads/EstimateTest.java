package io.evenkeel.cli.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EstimateTest {
  private static final long SEED = 5;

  @Test
  void median_isTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
    assertThat(Estimate.of(new double[] {3, 1, 2}).median()).isEqualTo(2);
    assertThat(Estimate.of(new double[] {4, 1, 2, 3}).median()).isEqualTo(2.5);
  }

  /** The tables of the sign test: 8 values leave out none, 9 one, 12 two, 25 seven, 100 39. */
  @Test
  void interval_leavesOutAsManyAsTheSignTestAllows() {
    assertThat(
            IntStream.of(1, 5, 6, 8, 9, 11, 12, 25, 100).map(Estimate::skippedAtEachEnd).toArray())
        .containsExactly(0, 0, 0, 0, 1, 1, 2, 7, 39);
    double[] hundred = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    Estimate estimate = Estimate.of(hundred);
    assertThat(estimate.low()).isEqualTo(40);
    assertThat(estimate.high()).isEqualTo(61);
    assertThat(estimate.margin()).isEqualTo(10.5);
    assertThat(estimate.count()).isEqualTo(100);
  }

  @Test
  void interval_coversTheTrueMedianInNinetyFivePercent_howeverSkewedTheRatios() {
    SplittableRandom random = new SplittableRandom(SEED);
    int trials = 4000;
    int covered = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] ratios = new double[40];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = -Math.log(1 - random.nextDouble());
      }
      Estimate estimate = Estimate.of(ratios);
      covered += estimate.low() <= Math.log(2) && Math.log(2) <= estimate.high() ? 1 : 0;
    }
    // At least 95 %, and not much more: 40 values allow 96.2 %.
    assertThat((double) covered / trials).isCloseTo(.962, within(.012));
  }

  @Test
  void manyRatios_doNotUnderflow() {
    assertThat(Estimate.skippedAtEachEnd(5000)).isBetween(2425, 2435);
  }

  @Test
  void noRatio_isRefused() {
    assertThatThrownBy(() -> Estimate.of(new double[0])).hasMessageContaining("got none");
  }
}
