package io.evenkeel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void half_isBetweenLowAndHigh() {
    assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7, 7, 7));
    assertThat(Spread.of(4, 1, 3, 2)).isEqualTo(new Spread(2.5, 2, 3, 1, 4));
    assertThat(Spread.of(8, 7, 6, 5, 4, 3, 2, 1)).isEqualTo(new Spread(4.5, 3, 6, 1, 8));
  }

  @Test
  void none_isNoNumber() {
    assertThat(Spread.of()).isEqualTo(Spread.NONE);
    assertThat(Spread.NONE.median()).isNaN();
    assertThat(Spread.NONE.most()).isNaN();
  }
}
