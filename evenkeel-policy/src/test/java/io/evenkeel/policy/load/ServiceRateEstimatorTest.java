package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.A;
import static io.evenkeel.policy.load.Rates.B;
import static io.evenkeel.policy.load.Rates.MIB;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;
import static io.evenkeel.policy.load.Rates.node;
import static io.evenkeel.policy.load.Rates.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeEvidence.Asked;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    estimator.observe(0, A, sample(1, 30, 1, Outcome.FINISHED));
    estimator.observe(SECOND_NANOS, A, sample(1, 5, 2, Outcome.ABORTED));
    estimator.observe(SECOND_NANOS, A, sample(1, 4, 3, Outcome.PARKED));
    estimator.observe(SECOND_NANOS, A, sample(1, 1, 4, Outcome.FAILED));
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
          0, A, new NodeSample(node(1), 8L << 20, 1 << 20, Long.MAX_VALUE, Outcome.ABORTED));
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
    estimator.observe(0, A, small);
    estimator.observe(0, A, sample(1, 0.5, 0.019, Outcome.ABORTED));
    assertThat(estimator.rates(0)).isEmpty();
    estimator.observe(0, A, sample(1, 0.5, 0.021, Outcome.ABORTED));
    assertThat(only(0).effectiveSamples()).isEqualTo(1);
  }

  @Test
  void shortAndLongRequests_areKeptApart() {
    estimator.observe(0, A, new NodeSample(node(1), MIB, MIB, 9, Outcome.FINISHED));
    estimator.observe(0, A, new NodeSample(node(1), 4 * MIB - 1, MIB, 9, Outcome.FINISHED));
    estimator.observe(0, A, new NodeSample(node(1), 4 * MIB, 4 * MIB, 9, Outcome.FINISHED));
    estimator.observe(0, A, new NodeSample(node(1), 4 * MIB, MIB, 9, Outcome.ABORTED));
    assertThat(estimator.rates(0))
        .extracting(NodeRate::origin, NodeRate::bytes)
        .containsExactly(tuple(Origin.CLIENT, 4 * MIB), tuple(Origin.CLIENT_SHORT, 2 * MIB));
  }

  @Test
  void readsThatAreToldTogether_countAsOneByOne() {
    NodeSample one = new NodeSample(node(1), 4 * MIB, 4 * MIB, 30_000_000, Outcome.FINISHED);
    NodeSample shorter = new NodeSample(node(2), MIB, MIB, 9, Outcome.FINISHED);
    NodeSample tiny = new NodeSample(node(3), MIB / 2, MIB / 2, 9_000_000, Outcome.FINISHED);
    estimator.observe(0, A, one.plus(one).plus(one));
    estimator.observe(0, A, shorter.plus(shorter).plus(shorter).plus(shorter));
    estimator.observe(0, A, tiny.plus(tiny).plus(tiny));
    estimator.observe(0, A, new NodeSample(node(4), 10, 0, 2_000_000, Outcome.ABORTED));
    assertThat(estimator.rates(0))
        .extracting(NodeRate::origin, NodeRate::bytes, NodeRate::effectiveSamples)
        .containsExactlyInAnyOrder(
            tuple(Origin.CLIENT, 12 * MIB, 3.0), tuple(Origin.CLIENT_SHORT, 4 * MIB, 4.0));
  }

  @Test
  void window_slidesBySlots() {
    estimator.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    estimator.observe(30 * SECOND_NANOS, A, sample(1, 20, 1, Outcome.FINISHED));
    assertThat(only(59 * SECOND_NANOS).bytes()).isEqualTo(30 * MIB);
    assertThat(only(60 * SECOND_NANOS).bytes()).isEqualTo(20 * MIB);
    estimator.observe(80 * SECOND_NANOS, A, sample(1, 0, 0, Outcome.FAILED));
    assertThat(estimator.rates(90 * SECOND_NANOS)).isEmpty();
    assertThat(estimator.evidence(90 * SECOND_NANOS)).as("known, without a rate").hasSize(1);
  }

  @Test
  void negativeTimes_workLikeOthers() {
    long now = -7 * WINDOW - 3;
    estimator.observe(now, A, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(only(now + WINDOW / 2).bytes()).isEqualTo(10 * MIB);
    assertThat(estimator.rates(now + WINDOW)).isEmpty();
  }

  @Test
  void vanishedNode_isForgotten() {
    estimator.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(estimator.evidence(WINDOW / 2)).hasSize(1);
    estimator.rates(WINDOW + 1);
    assertThat(estimator.evidence(WINDOW / 2)).as("forgotten, whatever the time").isEmpty();
  }

  /** One that remembers 16 nodes, of which one witness alone makes up an eighth. */
  private static ServiceRateEstimator small(int witnessesMax) {
    return new ServiceRateEstimator(
        new RateSettings(WINDOW, 12, 16, witnessesMax, MIB, MIB, SECOND_NANOS));
  }

  @Test
  void nodesOfOneWitness_areBoundedAndTheLongestSilentGoesFirst() {
    ServiceRateEstimator few = small(2);
    few.observe(1, A, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(2, A, sample(2, 10, 1, Outcome.FINISHED));
    few.observe(3, A, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(4, A, sample(3, 10, 1, Outcome.FINISHED));
    assertThat(few.rates(5)).extracting(NodeRate::node).containsExactly(node(1), node(3));
  }

  @Test
  void moreListedNodesThanAreRememberedOtherwise_haveRoomAll() {
    ServiceRateEstimator few = small(2);
    few.list(nodes(40));
    for (int node = 0; node < 40; node++) {
      few.observe(0, A, sample(node, 10, 1, Outcome.FINISHED));
      few.observe(0, new DataNodeCounters(node(node), 0, 0, 0));
      few.unanswered(0, node(node));
    }
    assertThat(few.evidence(0)).hasSize(40).allMatch(NodeEvidence::isReal);
    assertThat(few.passesOver(0)).isFalse();
    few.observe(1, A, sample(40, 10, 1, Outcome.FINISHED));
    few.observe(1, new DataNodeCounters(node(41), 0, 0, 0));
    few.unanswered(1, node(42));
    assertThat(few.evidence(1)).extracting(NodeEvidence::node).hasSize(40).doesNotContain(node(40));
    assertThat(few.passesOver(1)).as("it says so").isTrue();
  }

  /** Of 16 nodes 16 witnesses each are remembered, and no more than so many testimonies in all. */
  @Test
  void theMoreNodesAreListed_theFewerWitnessesAreHeardOfEach_fourAtLeast() {
    assertThat(witnessesHeard(16)).isEqualTo(16);
    assertThat(witnessesHeard(32)).isEqualTo(8);
    assertThat(witnessesHeard(64)).isEqualTo(4);
    assertThat(witnessesHeard(1000)).isEqualTo(4);
  }

  private static int witnessesHeard(int listed) {
    ServiceRateEstimator few = small(16);
    few.list(nodes(listed));
    for (int by = 0; by < 20; by++) {
      few.observe(0, new Witness("10.9.0." + by), sample(0, 10, 1, Outcome.FINISHED));
    }
    return few.evidence(0).get(0).clients().size();
  }

  private static Set<NodeId> nodes(int count) {
    return IntStream.range(0, count).mapToObj(Rates::node).collect(Collectors.toSet());
  }

  private ClientEvidence evidence(long nowNanos) {
    return estimator.evidence(nowNanos).get(0).clients().get(0);
  }

  @Test
  void waitInVain_isSinceTheLastByteWithinTheWindow() {
    NodeSample small = new NodeSample(node(1), 4096, 1, SECOND_NANOS, Outcome.FINISHED);
    NodeSample nothing = new NodeSample(node(1), 4096, 0, 3 * SECOND_NANOS, Outcome.PARKED);
    estimator.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(evidence(0).vainNanos()).isZero();
    estimator.observe(SECOND_NANOS, A, sample(1, 0, 2, Outcome.ABORTED));
    estimator.observe(10 * SECOND_NANOS, A, nothing);
    assertThat(evidence(11 * SECOND_NANOS).vainNanos()).isEqualTo(5 * SECOND_NANOS);
    assertThat(evidence(11 * SECOND_NANOS).vainSinceNanos()).isEqualTo(SECOND_NANOS);
    assertThat(evidence(11 * SECOND_NANOS).gaveAfter(0)).isFalse();
    assertThat(evidence(62 * SECOND_NANOS).vainNanos()).isEqualTo(3 * SECOND_NANOS);
    estimator.observe(63 * SECOND_NANOS, A, small);
    assertThat(evidence(63 * SECOND_NANOS).vainNanos()).isZero();
    assertThat(evidence(63 * SECOND_NANOS).gaveAfter(0)).isTrue();
    assertThat(estimator.evidence(63 * SECOND_NANOS + WINDOW + 1)).isEmpty();
  }

  @Test
  void witnesses_countOnceEachHoweverMuchTheyTell() {
    Witness c = new Witness("10.1.0.3");
    // 10 MiB/s for two, and years of 1 B/s for the third: the median is 10.
    estimator.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    estimator.observe(0, B, sample(1, 20, 2, Outcome.FINISHED));
    for (int i = 0; i < 100; i++) {
      estimator.observe(
          0, c, new NodeSample(node(1), 8L << 20, 1, Long.MAX_VALUE >> 1, Outcome.ABORTED));
    }
    assertThat(only(0).bytesPerSecond()).isEqualTo(10.0 * MIB, within(1e-6));
    // Two say 10 and one more says 1000: of 10, 10, 1000 and almost 0 the slower in the middle.
    estimator.observe(0, new Witness("10.1.0.4"), sample(1, 1000, 1, Outcome.FINISHED));
    assertThat(only(0).bytesPerSecond()).isEqualTo(10.0 * MIB, within(1e-6));
  }

  @Test
  void nodes_areRealWhenTwoTellOfThemOrWhenTheyAreListed() {
    estimator.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    estimator.observe(0, A, sample(2, 10, 1, Outcome.FINISHED));
    estimator.observe(0, B, sample(2, 10, 1, Outcome.FINISHED));
    estimator.observe(0, A, sample(3, 10, 1, Outcome.FINISHED));
    estimator.observe(0, new DataNodeCounters(node(3), 0, 0, 0));
    assertThat(estimator.evidence(0))
        .extracting(NodeEvidence::node, NodeEvidence::isReal)
        .containsExactly(tuple(node(1), false), tuple(node(2), true), tuple(node(3), true));
    estimator.list(Set.of(node(1), node(4)));
    estimator.observe(0, B, sample(4, 10, 1, Outcome.FINISHED));
    estimator.observe(0, B, sample(5, 10, 1, Outcome.FINISHED));
    assertThat(estimator.evidence(0).stream().filter(NodeEvidence::isReal))
        .extracting(NodeEvidence::node)
        .containsExactly(node(1), node(4));
    assertThat(estimator.evidence(0)).as("node 5 is passed over").hasSize(4);
    assertThat(estimator.passesOver(WINDOW)).isTrue();
    assertThat(estimator.passesOver(WINDOW + 1)).isFalse();
  }

  @Test
  void inventedNodes_pushOutTheInventorsOwn() {
    ServiceRateEstimator few = small(2);
    few.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(0, B, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(0, A, sample(2, 10, 1, Outcome.FINISHED));
    for (int i = 100; i < 1000; i++) {
      few.observe(i, new Witness("10.1.0.66"), sample(i, 10, 1, Outcome.FINISHED));
    }
    assertThat(few.rates(1000))
        .extracting(NodeRate::node)
        .containsExactly(node(1), node(2), node(998), node(999));
  }

  @Test
  void nodesThatSeveralTellOf_areBoundedToo() {
    ServiceRateEstimator few = small(2);
    for (int i = 0; i < 100; i++) {
      few.observe(i, A, sample(i, 10, 1, Outcome.FINISHED));
      few.observe(i, B, sample(i, 10, 1, Outcome.FINISHED));
    }
    assertThat(few.rates(100)).hasSize(16).extracting(NodeRate::node).contains(node(0));
    few.observe(WINDOW + 50, A, sample(200, 10, 1, Outcome.FINISHED));
    few.rates(WINDOW + 50);
    few.observe(WINDOW + 51, A, sample(201, 10, 1, Outcome.FINISHED));
    assertThat(few.rates(WINDOW + 51))
        .as("room again")
        .extracting(NodeRate::node)
        .contains(node(201));
  }

  @Test
  void witnessesOfANode_areBoundedAndOnesThatGoOnKeepTheirPlace() {
    ServiceRateEstimator few = small(2);
    few.observe(0, A, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(0, B, sample(1, 10, 1, Outcome.FINISHED));
    for (int i = 1; i < 100; i++) {
      few.observe(i, new Witness("10.9.0." + i), sample(1, 999, 1, Outcome.FINISHED));
    }
    assertThat(few.evidence(100).get(0).clients())
        .extracting(ClientEvidence::by)
        .containsOnly(A, B);
    Witness late = new Witness("10.9.0.1");
    few.observe(WINDOW, B, sample(1, 10, 1, Outcome.FINISHED));
    few.observe(WINDOW + 1, late, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(few.evidence(WINDOW + 1).get(0).clients())
        .extracting(ClientEvidence::by)
        .containsOnly(B, late);
  }

  @Test
  void unansweredQuestion_isToldUntilItIsAnswered() {
    estimator.observe(0, new DataNodeCounters(node(1), 0, 0, 0));
    assertThat(estimator.evidence(0).get(0).asked()).isEqualTo(Asked.ANSWERED);
    estimator.unanswered(10, node(1));
    assertThat(estimator.evidence(10).get(0).asked()).isEqualTo(Asked.IN_VAIN);
    estimator.observe(20, new DataNodeCounters(node(1), 0, 0, 0));
    assertThat(estimator.evidence(20).get(0).asked()).isEqualTo(Asked.ANSWERED);
    estimator.observe(20 + WINDOW, A, sample(1, 10, 1, Outcome.FINISHED));
    assertThat(estimator.evidence(21 + WINDOW).get(0).asked()).isEqualTo(Asked.NEVER);
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
    estimator.observe(10 * SECOND_NANOS, A, sample(1, 10, 1, Outcome.ABORTED));
    assertThat(estimator.rates(10 * SECOND_NANOS))
        .extracting(NodeRate::origin, NodeRate::bytes)
        .containsExactly(tuple(Origin.CLIENT, 10 * MIB), tuple(Origin.JMX, 100 * MIB));
  }

  @Test
  void settingsThatCannotWork_sayWhy() {
    assertThatThrownBy(() -> new RateSettings(61, 12, 1, 2, 1, 1, 1))
        .hasMessageContaining("61 ns in 12");
    assertThatThrownBy(() -> new RateSettings(60, 12, 0, 2, 1, 1, 1))
        .hasMessageContaining("nodesMax");
    assertThatThrownBy(() -> new DataNodeCounters(node(1), 1, -1, 1)).hasMessageContaining("-1");
  }
}
