package io.evenkeel.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RareLineTest {
  @Test
  void oneInAPeriod_withHowManyItStandsFor() {
    RareLine line = new RareLine(100);
    assertThat(line.unsaidBefore(-50)).isZero();
    for (int now = -40; now < 50; now += 10) {
      assertThat(line.unsaidBefore(now)).isNegative();
    }
    assertThat(line.unsaidBefore(50)).isEqualTo(9);
    assertThat(line.unsaidBefore(149)).isNegative();
    assertThat(line.unsaidBefore(150)).isOne();
    assertThat(line.unsaidBefore(1000)).isZero();
  }
}
