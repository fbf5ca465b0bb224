package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.MIB;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;
import static io.evenkeel.policy.load.Rates.node;
import static io.evenkeel.policy.load.Rates.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The watch by hand: evaluated every 5 s, nodes that clients read once a second. */
class StragglerWatchTest {
  private static final int STEP_SECONDS = 5;
  private static final int WINDOW_SECONDS = 60;
  private final ServiceRateEstimator estimator = new ServiceRateEstimator(RateSettings.defaults());
  private StragglerWatch watch = watch("ratio-to-median");
  private long seconds;

  private StragglerWatch watch(String detector) {
    return new StragglerWatch(
        estimator, StragglerDetectors.named(detector), WatchSettings.defaults());
  }

  /** A step in which node i is read at so many MiB/s; negative for not at all. */
  private StragglerView step(double... mebibytesPerSecond) {
    for (int second = 0; second < STEP_SECONDS; second++) {
      for (int i = 0; i < mebibytesPerSecond.length; i++) {
        if (mebibytesPerSecond[i] >= 0) {
          estimator.observe(now(), sample(i, mebibytesPerSecond[i] / 4, 0.25, Outcome.ABORTED));
        }
      }
      seconds++;
    }
    return watch.evaluate(now());
  }

  private long now() {
    return seconds * SECOND_NANOS;
  }

  @Test
  void slowNode_entersAfterTwoEvaluationsAndIsToldOnce() {
    assertThat(step(100, 100, 100, 10).stragglers()).isEmpty();
    StragglerView view = step(100, 100, 100, 10);
    assertThat(view.stragglers())
        .containsOnlyKeys(node(3))
        .containsValue("10 MiB/s, 0.10 x the median of 100 MiB/s over 60 s, 25 MiB read");
    assertThat(view.appeared()).containsExactly(node(3));
    assertThat(view.clusterView().isSlow(node(3))).isTrue();
    assertThat(view.clusterView().isSlow(node(2))).isFalse();
    assertThat(view.clusterView().expectedNanosPerByte(SourceKind.STORAGE))
        .isEqualTo(1e9 / (100 * MIB), within(1e-6));
    assertThat(step(100, 100, 100, 10).appeared()).isEmpty();
  }

  @Test
  void inventedNodes_areNoMoreStragglersThanThereCanBeNodes() {
    int most = RateSettings.defaults().nodesMax();
    for (int evaluation = 0; evaluation < 5; evaluation++) {
      for (int i = 0; i < most; i++) {
        NodeId invented = new NodeId("invented-" + evaluation + "-" + i + ":1");
        long received = i % 2;
        estimator.observe(
            now(), new NodeSample(invented, MIB, received, 2 * SECOND_NANOS, Outcome.ABORTED));
      }
      seconds += STEP_SECONDS;
      assertThat(watch.evaluate(now()).stragglers().size()).isBetween(1, most);
    }
  }

  @Test
  void nodeThatServesFastEnough_isNoStragglerAmongFasterOnes() {
    for (int i = 0; i < 4; i++) {
      assertThat(step(900, 900, 900, 260).stragglers()).isEmpty();
    }
    for (int i = 0; i < 12; i++) {
      step(900, 900, 900, 150);
    }
    assertThat(watch.evaluate(now()).stragglers()).containsOnlyKeys(node(3));
    for (int i = 0; i < 15; i++) {
      step(900, 900, 900, 300);
    }
    assertThat(watch.evaluate(now()).stragglers()).as("let go").isEmpty();
  }

  @Test
  void hungNode_isNamedAtOnceWhateverItDidBefore() {
    for (int i = 0; i < 12; i++) {
      assertThat(step(100, 100, 100, 100).stragglers()).isEmpty();
    }
    StragglerView view = step(100, 100, 100, 0);
    assertThat(view.appeared()).containsExactly(node(3));
    assertThat(view.stragglers().get(node(3)))
        .isEqualTo("clients waited 1.3 s and got nothing over 60 s");
  }

  @Test
  void hungNode_isNamedWithinAWindowHoweverLittleItIsAsked() {
    StragglerView view = step(100, 100, 100, 100);
    int steps = 0;
    while (view.stragglers().isEmpty()) {
      assertThat(++steps).isLessThan(WINDOW_SECONDS / STEP_SECONDS);
      estimator.observe(now(), sample(3, 0, 0.1, Outcome.ABORTED));
      view = step(100, 100, 100, -1);
    }
    assertThat(view.stragglers()).containsOnlyKeys(node(3));
  }

  @Test
  void networkOfTheClients_isNotTheNodesFault() {
    step(100, 100, 100, 100);
    StragglerView view = step(0, 0, 0, 100);
    assertThat(view.stragglers()).isEmpty();
  }

  @Test
  void straggler_leavesOnlyWhenClearlyFasterForSomeEvaluations() {
    step(100, 100, 100, 10);
    step(100, 100, 100, 10);
    // The window is full of the rate from the 12th step on.
    for (int i = 0; i < 30; i++) {
      assertThat(step(100, 100, 100, 65).stragglers()).as("above 0.5, below 0.7").hasSize(1);
    }
    int steps = 0;
    StragglerView view = step(100, 100, 100, 100);
    while (!view.stragglers().isEmpty()) {
      assertThat(view.recovered()).isEmpty();
      assertThat(++steps).isLessThan(WINDOW_SECONDS / STEP_SECONDS);
      view = step(100, 100, 100, 100);
    }
    assertThat(steps).isGreaterThanOrEqualTo(WatchSettings.defaults().leaveAfter() - 1);
    assertThat(view.recovered()).containsExactly(node(3));
    assertThat(step(100, 100, 100, 100).recovered()).isEmpty();
  }

  @Test
  void nodeAroundTheLimit_doesNotFlap() {
    List<String> edges = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      StragglerView view = step(100, 100, 100, i / 7 % 2 == 0 ? 40 : 62);
      view.appeared().forEach(n -> edges.add("appeared"));
      view.recovered().forEach(n -> edges.add("recovered"));
    }
    assertThat(edges).containsExactly("appeared");
  }

  @Test
  void avoidedStraggler_isKeptForAWhileThenForgotten() {
    step(100, 100, 100, 10);
    step(100, 100, 100, 10);
    int kept = 0;
    StragglerView view = step(100, 100, 100, -1);
    while (!view.stragglers().isEmpty()) {
      kept++;
      view = step(100, 100, 100, -1);
    }
    assertThat(kept * STEP_SECONDS).isBetween(WINDOW_SECONDS, 2 * WINDOW_SECONDS + STEP_SECONDS);
    assertThat(view.recovered()).containsExactly(node(3));
  }

  /** Three more steps in which the other nodes do well. */
  private StragglerView goOn() {
    step(100, 100, 100, 100);
    step(100, 100, 100, 100);
    return step(100, 100, 100, 100);
  }

  @Test
  void littleEvidence_judgesNobody() {
    for (int i = 0; i < 3; i++) {
      estimator.observe(now(), sample(4, 1, 0.3, Outcome.FINISHED));
    }
    assertThat(goOn().stragglers()).isEmpty();
    estimator.observe(now(), sample(4, 1, 0.3, Outcome.FINISHED));
    assertThat(goOn().stragglers()).containsOnlyKeys(node(4));
  }

  @Test
  void oneLongRead_isEvidenceByItsTime() {
    estimator.observe(now(), sample(4, 64, 9.9, Outcome.FINISHED));
    assertThat(goOn().stragglers()).isEmpty();
    estimator.observe(now(), sample(4, 1, 0.2, Outcome.FINISHED));
    assertThat(goOn().stragglers()).containsOnlyKeys(node(4));
  }

  @Test
  void fewNodes_areNotComparedAndItSaysSo() {
    step(100, 10);
    StragglerView view = step(100, 10);
    assertThat(view.stragglers()).isEmpty();
    assertThat(view.caveat()).contains("no 3 nodes have been read enough");
  }

  /** A step in which the first nodes are also, and node 4 is only, asked for a MiB at a time. */
  private StragglerView stepWithShortRequests(double mebibytesPerSecond) {
    for (int i = 0; i < 5; i++) {
      double rate = i < 4 ? 32 : mebibytesPerSecond;
      for (int r = 0; r < 4; r++) {
        long nanos = Math.round(SECOND_NANOS / rate);
        estimator.observe(now(), new NodeSample(node(i), MIB, MIB, nanos, Outcome.FINISHED));
      }
    }
    return step(100, 100, 100, 100);
  }

  @Test
  void shortRequests_areComparedWithShortOnes() {
    for (int i = 0; i < 3; i++) {
      assertThat(stepWithShortRequests(25).stragglers()).isEmpty();
    }
    for (int i = 0; i < 12; i++) {
      stepWithShortRequests(8);
    }
    assertThat(stepWithShortRequests(8).stragglers())
        .containsOnlyKeys(node(4))
        .containsValue("8 MiB/s, 0.25 x the median of 32 MiB/s over 60 s, 44 MiB read");
  }

  @Test
  void threeSigma_saysThatItCannotFire() {
    watch = watch("three-sigma");
    double[] ten = {1, 100, 100, 100, 100, 100, 100, 100, 100, 100};
    step(ten);
    StragglerView view = step(ten);
    assertThat(view.stragglers()).isEmpty();
    assertThat(view.caveat()).contains("three-sigma cannot fire with rates of 10 nodes");
  }

  /** The counters after so many steps: nodes 0 to 2 read at 100 MiB/s, node 3 at 10. */
  private void countAll(long steps) {
    countAll(steps, 100);
  }

  /** Nodes 0 to 2 were read at so many MiB/s, node 3 at a tenth. */
  private void countAll(long steps, long mebibytesPerSecond) {
    for (int i = 0; i < 4; i++) {
      long mebibytes = (i < 3 ? 10 : 1) * mebibytesPerSecond * steps;
      estimator.observe(
          now(), new DataNodeCounters(node(i), mebibytes * MIB, 10_000 * steps, 9 * steps));
    }
  }

  @Test
  void counters_fillInWhereNoClientReported() {
    StragglerView view = watch.evaluate(now());
    for (int i = 0; i < 3; i++) {
      countAll(i);
      seconds += STEP_SECONDS;
      view = watch.evaluate(now());
    }
    assertThat(view.stragglers())
        .containsOnlyKeys(node(3))
        .containsValue("10 MiB/s, 0.10 x the median of 100 MiB/s over 60 s, 200 MiB read");
  }

  @Test
  void clients_decideWhereBothReport() {
    // A slow client makes node 3 look slow in its own counters, and node 2 hides its aborted reads.
    StragglerView view = watch.evaluate(now());
    for (int i = 0; i < 3; i++) {
      countAll(i);
      view = step(100, 100, 5, 100);
    }
    assertThat(view.stragglers()).containsOnlyKeys(node(2));
  }

  /** Young clients of node 3 tell that it brings bytes: its counters show their slowness. */
  @Test
  void counters_areNotAskedAboutNodesThatSlowClientsRead() {
    StragglerView view = watch.evaluate(now());
    for (int i = 0; i < 4; i++) {
      countAll(i);
      estimator.observe(now(), new NodeSample(node(3), 0, MIB, 0, Outcome.FINISHED));
      seconds += STEP_SECONDS;
      view = watch.evaluate(now());
    }
    assertThat(view.stragglers()).isEmpty();
    for (int i = 4; i < 4 + 2 * WINDOW_SECONDS / STEP_SECONDS; i++) {
      countAll(i);
      seconds += STEP_SECONDS;
      view = watch.evaluate(now());
    }
    assertThat(view.stragglers()).containsOnlyKeys(node(3));
  }

  /** Nodes 0 to 2 at 1000 MiB/s, node 3 at 100: slow clients would look like that. */
  @Test
  void counters_accuseOnlyOfWhatClientsCanHardlyBe() {
    for (int i = 0; i < 4; i++) {
      countAll(i, 1000);
      seconds += STEP_SECONDS;
      assertThat(watch.evaluate(now()).stragglers()).isEmpty();
    }
  }
}
