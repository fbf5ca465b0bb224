package io.evenkeel.sim.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  private static double[] upTo(int most) {
    return IntStream.rangeClosed(1, most).asDoubleStream().toArray();
  }

  @Test
  void quantile_isTheValueOfTheNearestRank() {
    assertThat(Quantiles.nearestRank(upTo(100), .95)).isEqualTo(95);
    assertThat(Quantiles.nearestRank(upTo(101), .95)).isEqualTo(96);
    assertThat(Quantiles.nearestRank(upTo(10), .99)).isEqualTo(10);
    assertThat(Quantiles.nearestRank(upTo(10), .5)).isEqualTo(5);
    assertThat(Quantiles.nearestRank(new double[] {3, 1, 2}, 0)).isEqualTo(1);
    assertThat(Quantiles.nearestRank(new double[] {3, 1, 2}, 1)).isEqualTo(3);
  }

  /** .07 times 100 is more than 7 in binary, and 99.9 by 100 more than .999. */
  @Test
  void quantile_isNotOneHigherByRounding() {
    for (int permille = 1; permille <= 1000; permille++) {
      double share = permille / 1000.0;
      for (int thousands : new int[] {1, 10, 100}) {
        assertThat(Quantiles.nearestRank(upTo(1000 * thousands), share))
            .as("%s of %d000", share, thousands)
            .isEqualTo(permille * thousands);
      }
    }
  }

  @Test
  void median_isTheMiddle_orTheMeanOfTheTwo() {
    assertThat(Quantiles.median(3, 1, 2)).isEqualTo(2);
    assertThat(Quantiles.median(4, 1, 2, 3)).isEqualTo(2.5);
    assertThat(Quantiles.median(List.of(10L, 20L))).isEqualTo(15);
    assertThat(Quantiles.median(7)).isEqualTo(7);
  }

  @Test
  void whatIsNoNumber_isSaidAsSuch() {
    assertThat(Quantiles.median()).isNaN();
    assertThat(Quantiles.median(1, Double.NaN, 2)).isNaN();
    assertThat(Quantiles.nearestRank(new double[0], .5)).isNaN();
    assertThat(Quantiles.nearestRank(new double[] {1, Double.NaN}, .5)).isNaN();
    assertThatThrownBy(() -> Quantiles.nearestRank(upTo(3), 95))
        .hasMessageContaining("from 0 to 1, found 95");
    assertThatThrownBy(() -> Quantiles.nearestRank(upTo(3), Double.NaN))
        .hasMessageContaining("found NaN");
  }

  @Test
  void millis_areOfNanos() {
    assertThat(Quantiles.millis(new long[] {3_000_000, 1_000_000}, .5)).isEqualTo(1);
    assertThat(Quantiles.millis(List.of(3_000_000L, 1_000_000L), 1)).isEqualTo(3);
  }

  @Test
  void values_stayInTheirOrder() {
    double[] values = {3, 1, 2};
    Quantiles.nearestRank(values, .5);
    Quantiles.median(values);
    assertThat(values).containsExactly(3, 1, 2);
  }
}
