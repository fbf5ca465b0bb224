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

  @Test
  void whatIsLeft_isSaidTwoPeriodsLater_andOnlyOnce() {
    RareLine line = new RareLine(100);
    assertThat(line.takeUnsaid(0)).as("nothing was").isZero();
    line.unsaidBefore(0);
    assertThat(line.takeUnsaid(500)).as("all that was has been said").isZero();
    line.unsaidBefore(510);
    line.unsaidBefore(520);
    line.unsaidBefore(530);
    assertThat(line.takeUnsaid(709)).isZero();
    assertThat(line.takeUnsaid(710)).isEqualTo(2);
    assertThat(line.takeUnsaid(1100)).isZero();
  }

  @Test
  void whatIsLeft_isALineItself() {
    RareLine line = new RareLine(100);
    line.unsaidBefore(0);
    line.unsaidBefore(10);
    assertThat(line.takeUnsaid(200)).isOne();
    assertThat(line.unsaidBefore(250)).isNegative();
    assertThat(line.unsaidBefore(300)).isOne();
  }
}
