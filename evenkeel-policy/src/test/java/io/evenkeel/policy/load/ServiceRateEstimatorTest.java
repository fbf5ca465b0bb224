package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.MIB;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;
import static io.evenkeel.policy.load.Rates.node;
import static io.evenkeel.policy.load.Rates.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceRateEstimatorTest {
  private static final long WINDOW = RateSettings.defaults().windowNanos();
  private final ServiceRateEstimator estimator = new ServiceRateEstimator(RateSettings.defaults());

  private NodeRate only(long nowNanos) {
    List<NodeRate> rates = estimator.rates(nowNanos);
    assertThat(rates).hasSize(1);
    return rates.get(0);
  }

  @Test
  void rate_isBytesOverBusyTimeWhateverTheOutcome() {
    estimator.observe(0, sample(1, 30, 1, Outcome.FINISHED));
    estimator.observe(SECOND_NANOS, sample(1, 5, 2, Outcome.ABORTED));
    estimator.observe(SECOND_NANOS, sample(1, 4, 3, Outcome.PARKED));
    estimator.observe(SECOND_NANOS, sample(1, 1, 4, Outcome.FAILED));
    NodeRate rate = only(2 * SECOND_NANOS);
    assertThat(rate.bytes()).isEqualTo(40 * MIB);
    assertThat(rate.busyNanos()).isEqualTo(10 * SECOND_NANOS);
    // Busy 1, 2, 3 and 4 s: 10 * 10 / (1 + 4 + 9 + 16).
    assertThat(rate.effectiveSamples()).isEqualTo(100 / 30.0, within(1e-9));
    assertThat(rate.bytesPerSecond()).isEqualTo(4.0 * MIB, within(1e-6));
  }

  @Test
  void whatIsTooMuchToCount_doesNotTurnIntoNothing() {
    for (int i = 0; i < 3; i++) {
      estimator.observe(
          0, new NodeSample(node(1), 8L << 20, 1 << 20, Long.MAX_VALUE, Outcome.ABORTED));
    }
    assertThat(only(0).busyNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(only(0).bytesPerSecond()).isLessThan(1);
  }

  @Test
  void countersThatSayMoreThanCanBeCounted_areNoMoreThanThat() {
    estimator.observe(0, new DataNodeCounters(node(1), 0, 0, 0));
    estimator.observe(1, new DataNodeCounters(node(1), 1, Long.MAX_VALUE / 1000, 1));
    assertThat(only(1).busyNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shortRequestsAndShortWaits_sayNothing() {
    NodeSample small = new NodeSample(node(1), 64 << 10, 64 << 10, SECOND_NANOS, Outcome.FINISHED);
    estimator.observe(0, small);
    estimator.observe(0, sample(1, 0.5, 0.019, Outcome.ABORTED));
    assertThat(estimator.rates(0)).isEmpty();
    estimator.observe(0, sample(1, 0.5, 0.021, Outcome.ABORTED));
    assertThat(only(0).effectiveSamples()).isEqualTo(1);
  }

  @Test
  void shortAndLongRequests_areKeptApart() {
    estimator.observe(0, new NodeSample(node(1), MIB, MIB, 9, Outcome.FINISHED));
    estimator.observe(0, new NodeSample(node(1), 4 * MIB - 1, MIB, 9, Outcome.FINISHED));
    estimator.observe(0, new NodeSample(node(1), 4 * MIB, 4 * MIB, 9, Outcome.FINISHED));
    estimator.observe(0, new NodeSample(node(1), 4 * MIB, MIB, 9, Outcome.ABORTED));
    assertThat(estimator.rates(0))
        .extracting(NodeRate::origin, NodeRate::bytes)
        .containsExactly(tuple(Origin.CLIENT, 4 * MIB), tuple(Origin.CLIENT_SHORT, 2 * MIB));
  }

  @Test
  void window_slidesBySlots() {
    estimator.observe(0, sample(1, 10, 1, Outcome.FINISHED));
    estimator.observe(30 * SECOND_NANOS, sample(1, 20, 1, Outcome.FINISHED));
    assertThat(only(59 * SECOND_NANOS).bytes()).isEqualTo(30 * MIB);
    assertThat(only(60 * SECOND_NANOS).bytes()).isEqualTo(20 * MIB);
    estimator.observe(80 * SECOND_NANOS, sample(1, 0, 0, Outcome.FAILED));
    assertThat(estimator.rates(90 * SECOND_NANOS)).isEmpty();
    assertThat(estimator.nodeCount()).isEqualTo(1);
  }

  @Test
  void negativeTimes_workLikeOthers() {
    long now = -7 * WINDOW - 3;
    estimator.observe(now, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(only(now + WINDOW / 2).bytes()).isEqualTo(10 * MIB);
    assertThat(estimator.rates(now + WINDOW)).isEmpty();
  }

  @Test
  void vanishedNode_isForgotten() {
    estimator.observe(0, sample(1, 10, 1, Outcome.FINISHED));
    estimator.rates(WINDOW + 1);
    assertThat(estimator.nodeCount()).isZero();
  }

  @Test
  void nodes_areBoundedAndTheLongestSilentGoesFirst() {
    ServiceRateEstimator few =
        new ServiceRateEstimator(new RateSettings(WINDOW, 12, 3, MIB, MIB, SECOND_NANOS));
    for (int i = 1; i <= 3; i++) {
      few.observe(i, sample(i, 10, 1, Outcome.FINISHED));
    }
    few.observe(4, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(5, sample(4, 10, 1, Outcome.FINISHED));
    assertThat(few.rates(6)).extracting(NodeRate::node).containsExactly(node(1), node(3), node(4));
  }

  @Test
  void waitInVain_isSinceTheLastByteWithinTheWindow() {
    NodeSample small = new NodeSample(node(1), 4096, 1, SECOND_NANOS, Outcome.FINISHED);
    NodeSample nothing = new NodeSample(node(1), 4096, 0, 3 * SECOND_NANOS, Outcome.PARKED);
    estimator.observe(0, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(estimator.waitedInVainNanos(0)).containsOnly(entry(node(1), 0L));
    estimator.observe(SECOND_NANOS, sample(1, 0, 2, Outcome.ABORTED));
    estimator.observe(10 * SECOND_NANOS, nothing);
    assertThat(estimator.waitedInVainNanos(11 * SECOND_NANOS))
        .containsOnly(entry(node(1), 5 * SECOND_NANOS));
    assertThat(estimator.waitedInVainNanos(62 * SECOND_NANOS))
        .containsOnly(entry(node(1), 3 * SECOND_NANOS));
    estimator.observe(63 * SECOND_NANOS, small);
    assertThat(estimator.waitedInVainNanos(63 * SECOND_NANOS)).containsOnly(entry(node(1), 0L));
    assertThat(estimator.waitedInVainNanos(63 * SECOND_NANOS + WINDOW + 1)).isEmpty();
  }

  private void count(long seconds, long mebibytes, long millis, long blocks) {
    estimator.observe(
        seconds * SECOND_NANOS, new DataNodeCounters(node(1), mebibytes * MIB, millis, blocks));
  }

  @Test
  void counters_countByTheirDifferences() {
    count(0, 5000, 100_000, 70);
    assertThat(estimator.rates(0)).isEmpty();
    count(10, 5100, 102_000, 72);
    count(20, 5140, 103_500, 75);
    NodeRate rate = only(20 * SECOND_NANOS);
    assertThat(rate.origin()).isEqualTo(Origin.JMX);
    assertThat(rate.bytes()).isEqualTo(140 * MIB);
    assertThat(rate.busyNanos()).isEqualTo(3_500_000_000L);
    // Two reads of 1 s each and three of 0.5 s: 3.5 * 3.5 / (2 + 0.75).
    assertThat(rate.effectiveSamples()).isEqualTo(12.25 / 2.75, within(1e-9));
  }

  @Test
  void idleDataNode_isUnknownAndRemembered() {
    for (int seconds = 0; seconds <= 600; seconds += 10) {
      count(seconds, 5000, 100_000, 70 + seconds);
      assertThat(estimator.rates(seconds * SECOND_NANOS)).isEmpty();
    }
    count(610, 5100, 101_000, 700);
    assertThat(only(610 * SECOND_NANOS).bytes()).isEqualTo(100 * MIB);
  }

  @Test
  void restartedDataNode_startsAnew() {
    count(0, 5000, 100_000, 70);
    count(10, 30, 100, 3);
    assertThat(estimator.rates(10 * SECOND_NANOS)).isEmpty();
    count(20, 80, 1100, 4);
    assertThat(only(20 * SECOND_NANOS).bytes()).isEqualTo(50 * MIB);
  }

  @Test
  void countersAfterAWindowWithoutAny_startAnew() {
    count(0, 5000, 100_000, 70);
    count(61, 9000, 200_000, 90);
    assertThat(estimator.rates(61 * SECOND_NANOS)).isEmpty();
  }

  @Test
  void bothWitnesses_areKeptApart() {
    count(0, 0, 0, 0);
    count(10, 100, 1000, 5);
    estimator.observe(10 * SECOND_NANOS, sample(1, 10, 1, Outcome.ABORTED));
    assertThat(estimator.rates(10 * SECOND_NANOS))
        .extracting(NodeRate::origin, NodeRate::bytes)
        .containsExactly(tuple(Origin.CLIENT, 10 * MIB), tuple(Origin.JMX, 100 * MIB));
  }

  @Test
  void settingsThatCannotWork_sayWhy() {
    assertThatThrownBy(() -> new RateSettings(61, 12, 1, 1, 1, 1))
        .hasMessageContaining("61 ns in 12");
    assertThatThrownBy(() -> new RateSettings(60, 12, 0, 1, 1, 1)).hasMessageContaining("nodesMax");
    assertThatThrownBy(() -> new DataNodeCounters(node(1), 1, -1, 1)).hasMessageContaining("-1");
  }
}
