package io.evenkeel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TimeCountsTest {
  private static final long MILLI = 1_000_000;

  private static TimeCounts upTo(int millis) {
    TimeCounts counts = new TimeCounts();
    for (int i = 1; i <= millis; i++) {
      counts.add(i * MILLI);
    }
    return counts;
  }

  @Test
  void quantiles_areRightToAPercent() {
    TimeCounts counts = upTo(1000);
    for (double share : new double[] {.05, .25, .50, .75, .95, 1}) {
      assertThat(counts.quantileSeconds(share)).isCloseTo(share, Percentage.withPercentage(1));
      assertThat(counts.shareUntil(1.01 * share)).isCloseTo(share, Offset.offset(.025));
    }
    assertThat(counts.meanSeconds()).isCloseTo(.5005, Offset.offset(1e-9));
  }

  @Test
  void shortTimes_areRightToAPercentToo() {
    for (long nanos : new long[] {1000, 1500, 10_100, 99_999}) {
      TimeCounts counts = new TimeCounts();
      counts.add(nanos);
      assertThat(counts.quantileSeconds(1)).isCloseTo(nanos / 1e9, Percentage.withPercentage(1));
    }
    TimeCounts shorter = new TimeCounts();
    shorter.add(999);
    assertThat(shorter.quantileSeconds(1)).isZero();
    assertThat(shorter.shareUntil(-1)).isZero();
  }

  @Test
  void nothing_isCountedAsNothing() {
    TimeCounts counts = new TimeCounts();
    assertThat(counts.quantileSeconds(.5)).isZero();
    assertThat(counts.shareUntil(1)).isZero();
    assertThat(counts.count()).isZero();
    counts.add(0);
    counts.add(0);
    counts.add(MILLI);
    assertThat(counts.quantileSeconds(.5)).isZero();
    assertThat(counts.shareUntil(0)).isCloseTo(2.0 / 3, Offset.offset(1e-9));
    assertThat(counts.shareAfter(0)).isEqualTo(1.0 / 3);
  }

  @Test
  void sums_areThoseOfBoth() {
    TimeCounts sum = upTo(10);
    sum.addAll(upTo(10));
    assertThat(sum.count()).isEqualTo(20);
    assertThat(sum.quantileSeconds(.95)).isEqualTo(upTo(10).quantileSeconds(.95));
    assertThat(sum.meanSeconds()).isEqualTo(upTo(10).meanSeconds());
  }

  @Test
  void longestTimes_areCountedToo() {
    TimeCounts counts = new TimeCounts();
    counts.add(Long.MAX_VALUE);
    assertThat(counts.quantileSeconds(1)).isGreaterThan(3600);
  }
}
