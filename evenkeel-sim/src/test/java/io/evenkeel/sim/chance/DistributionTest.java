package io.evenkeel.sim.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  private static final int DRAWN = 400_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8",
        "constant 2.5",
        "uniform 3 10",
        "exponential 2",
        "noise 0.3",
        "lognormal 40 0.7",
        "pareto 1 3",
        "bing 0",
        "bing 2"
      })
  void mean_isWhatItSays_andItsTextSaysTheSame(String text) {
    Distribution distribution = Distribution.parse(text);
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    for (int i = 0; i < DRAWN; i++) {
      sum += distribution.next(random);
    }
    assertThat(sum / DRAWN).isCloseTo(distribution.mean(), within(.01 * distribution.mean()));
    assertThat(Distribution.parse(distribution.toString()).mean()).isEqualTo(distribution.mean());
  }

  @Test
  void bing_isTheProfileOfTheTable() {
    assertThat(Distribution.bing(0).mean()).isCloseTo(2.513, within(.001));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "uniform 3", "gauss 1 2", "exponential x", "lognormal 1 2 3"})
  void otherText_isAnErrorThatNamesTheLaws(String text) {
    assertThatThrownBy(() -> Distribution.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no law '" + text + "'")
        .hasMessageContaining("lognormal MEDIAN SIGMA");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform 10 3",
        "uniform -1 3",
        "exponential -2",
        "noise -1",
        "pareto 1 0",
        "pareto 0 2",
        "bing -2",
        "1e999",
        "lognormal NaN 1"
      })
  void parametersThatMakeNoSense_areErrors(String text) {
    assertThatThrownBy(() -> Distribution.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the law '" + text + "' makes no sense: ");
  }

  @Test
  void least_isWhatNoDrawIsBelow() {
    assertThat(Distribution.parse("uniform 3 10").least()).isEqualTo(3);
    assertThat(Distribution.parse("pareto 2 3").least()).isEqualTo(2);
    assertThat(Distribution.parse("exponential 3").least()).isZero();
    Distribution bing = Distribution.bing(.5);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1000; i++) {
      assertThat(bing.next(random)).isGreaterThanOrEqualTo(bing.least());
    }
  }

  @Test
  void zipf_drawsEachByItsShare() {
    Weighted zipf = Weighted.zipf(1000, .9);
    SplittableRandom random = new SplittableRandom(2);
    int[] drawn = new int[1000];
    for (int i = 0; i < DRAWN; i++) {
      drawn[zipf.next(random)]++;
    }
    assertThat(zipf.share(0) / zipf.share(9)).isCloseTo(Math.pow(10, .9), within(1e-9));
    for (int i : new int[] {0, 1, 9, 99}) {
      double expected = DRAWN * zipf.share(i);
      assertThat((double) drawn[i]).isCloseTo(expected, within(5 * Math.sqrt(expected)));
    }
  }
}
