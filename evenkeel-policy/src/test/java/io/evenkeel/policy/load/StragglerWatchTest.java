package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.A;
import static io.evenkeel.policy.load.Rates.B;
import static io.evenkeel.policy.load.Rates.MIB;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;
import static io.evenkeel.policy.load.Rates.node;
import static io.evenkeel.policy.load.Rates.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The watch by hand: evaluated every 5 s, nodes that are read once a second, by clients of two
 * machines in turn.
 */
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
          Witness by = seconds % 2 == 0 ? A : B;
          estimator.observe(now(), by, sample(i, mebibytesPerSecond[i] / 4, 0.25, Outcome.ABORTED));
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
        .containsValue(
            "2 clients: 10 MiB/s, 0.10 x the median of 100 MiB/s over 60 s, 12.5 MiB read");
    assertThat(view.appeared()).containsExactly(node(3));
    assertThat(view.isStraggler(node(3))).isTrue();
    assertThat(view.isStraggler(node(2))).isFalse();
    assertThat(step(100, 100, 100, 10).appeared()).isEmpty();
  }

  @Test
  void inventedNodes_areNoMoreStragglersThanThereCanBeNodes() {
    int most = RateSettings.defaults().nodesMax();
    for (int evaluation = 0; evaluation < 5; evaluation++) {
      for (int i = 0; i < most; i++) {
        NodeId invented = new NodeId("invented-" + evaluation + "-" + i + ":1");
        long received = i % 2;
        NodeSample sample =
            new NodeSample(invented, MIB, received, 2 * SECOND_NANOS, Outcome.ABORTED);
        estimator.observe(now(), A, sample);
        estimator.observe(now(), B, sample);
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

  /** A client has waited for a node for so long and got nothing. */
  private void waitInVain(Witness by, int node, double waitedSeconds) {
    estimator.observe(now(), by, sample(node, 0, waitedSeconds, Outcome.ABORTED));
  }

  @Test
  void hungNode_isNamedAtOnceWhateverItDidBefore() {
    for (int i = 0; i < 12; i++) {
      assertThat(step(100, 100, 100, 100).stragglers()).isEmpty();
    }
    waitInVain(A, 3, 1.2);
    waitInVain(B, 3, 1.5);
    StragglerView view = watch.evaluate(now());
    assertThat(view.appeared()).containsExactly(node(3));
    assertThat(view.stragglers().get(node(3))).isEqualTo("2 clients: waited 1.5 s and got nothing");
  }

  @Test
  void hungNode_isNamedWithinAWindowHoweverLittleItIsAsked() {
    StragglerView view = step(100, 100, 100, 100);
    int steps = 0;
    while (view.stragglers().isEmpty()) {
      assertThat(++steps).isLessThan(WINDOW_SECONDS / STEP_SECONDS);
      waitInVain(A, 3, 0.1);
      waitInVain(B, 3, 0.1);
      view = step(100, 100, 100, -1);
    }
    assertThat(view.stragglers()).containsOnlyKeys(node(3));
  }

  @Test
  void networkOfTheClients_isNotTheNodesFault() {
    step(100, 100, 100, 100);
    for (int node = 0; node < 3; node++) {
      waitInVain(A, node, 2);
      waitInVain(B, node, 2);
    }
    step(-1, -1, -1, 100);
    StragglerView view = step(-1, -1, -1, 100);
    assertThat(view.stragglers()).isEmpty();
    assertThat(view.suspects()).isEmpty();
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
      estimator.observe(now(), i == 0 ? A : B, sample(4, 1, 0.3, Outcome.FINISHED));
    }
    assertThat(goOn().stragglers()).isEmpty();
    estimator.observe(now(), A, sample(4, 1, 0.3, Outcome.FINISHED));
    assertThat(goOn().stragglers()).containsOnlyKeys(node(4));
  }

  @Test
  void oneLongRead_isEvidenceByItsTime() {
    estimator.observe(now(), A, sample(4, 64, 9.9, Outcome.FINISHED));
    assertThat(goOn().stragglers()).isEmpty();
    estimator.observe(now(), B, sample(4, 1, 0.2, Outcome.FINISHED));
    assertThat(goOn().stragglers()).containsOnlyKeys(node(4));
  }

  @Test
  void fewNodes_areNotComparedAndItSaysSo() {
    step(100, 10);
    StragglerView view = step(100, 10);
    assertThat(view.stragglers()).isEmpty();
    assertThat(view.caveat()).contains("no 3 nodes have been read enough");
  }

  @Test
  void nodesThatAreNotListed_areNotJudgedAndItSaysSo() {
    estimator.list(Set.of(node(0), node(1), node(2)));
    for (int i = 0; i < 3; i++) {
      StragglerView view = step(100, 100, 100, 10);
      assertThat(view.stragglers()).isEmpty();
      assertThat(view.judgedNodes()).isEqualTo(3);
      assertThat(view.caveat()).contains("the NameNode does not list them");
    }
  }

  /** A step in which the first nodes are also, and node 4 is only, asked for a MiB at a time. */
  private StragglerView stepWithShortRequests(double mebibytesPerSecond) {
    for (int i = 0; i < 5; i++) {
      double rate = i < 4 ? 32 : mebibytesPerSecond;
      for (int r = 0; r < 4; r++) {
        long nanos = Math.round(SECOND_NANOS / rate);
        Witness by = r % 2 == 0 ? A : B;
        estimator.observe(now(), by, new NodeSample(node(i), MIB, MIB, nanos, Outcome.FINISHED));
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
        .containsValue(
            "2 clients: 8.0 MiB/s, 0.25 x the median of 32 MiB/s over 60 s, 22 MiB read");
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

  /** So many steps in which nodes are counted, and clients of one machine find them so fast. */
  private StragglerView countAndStep(int steps, double... mebibytesPerSecond) {
    StragglerView view = watch.evaluate(now());
    for (int i = 0; i < steps; i++) {
      countAll(i);
      for (int n = 0; n < mebibytesPerSecond.length; n++) {
        for (int r = 0; r < 5; r++) {
          estimator.observe(now(), A, sample(n, mebibytesPerSecond[n] / 4, 0.25, Outcome.ABORTED));
        }
      }
      seconds += STEP_SECONDS;
      view = watch.evaluate(now());
    }
    return view;
  }

  @Test
  void countersAlone_accuseNobody() {
    StragglerView view = countAndStep(5);
    assertThat(view.stragglers()).isEmpty();
    estimator.list(Set.of(node(0), node(1), node(2), node(3)));
    assertThat(watch.evaluate(now()).suspects())
        .containsOnlyKeys(node(3))
        .containsValue(
            "/jmx alone, not enough: 10 MiB/s, 0.10 x the median of 100 MiB/s over 60 s,"
                + " 400 MiB read");
  }

  @Test
  void oneClientAndItsCounters_accuseANode() {
    StragglerView view = countAndStep(4, 100, 100, 100, 20);
    assertThat(view.stragglers())
        .containsOnlyKeys(node(3))
        .containsValue(
            "1 client and /jmx: 20 MiB/s, 0.20 x the median of 100 MiB/s over 60 s, 100 MiB read");
  }

  @Test
  void oneClientAlone_accusesNobodyForAll_andIsTold() {
    StragglerView view = countAndStep(4, 100, 100, 20, 100);
    assertThat(view.stragglers()).isEmpty();
    assertThat(view.suspects())
        .containsEntry(
            node(2),
            "1 client alone, not enough: 20 MiB/s, 0.20 x the median of 100 MiB/s over 60 s,"
                + " 100 MiB read");
  }

  /** As of `hdfs dfs -cat` and small jobs: see the client's SampleSender. */
  @Test
  void clientsThatAreTooYoungToTell_areSaidToBe() {
    for (Witness by : List.of(A, B)) {
      for (int n = 0; n < 4; n++) {
        estimator.observe(now(), by, sample(n, 8, 0.25, Outcome.FINISHED).withoutTime());
      }
    }
    seconds += STEP_SECONDS;
    assertThat(watch.evaluate(now()).caveat()).contains("no client tells how fast nodes are");
    step(100, 100, 100, 100);
    assertThat(watch.evaluate(now()).caveat()).isEmpty();
  }

  /** All clients of one machine, no list of nodes, no counters: nobody can be named, it says so. */
  @Test
  void oneMachine_isToldThatItTakesTwoWitnesses() {
    for (int i = 0; i < 5; i++) {
      for (int n = 0; n < 4; n++) {
        for (int r = 0; r < 5; r++) {
          estimator.observe(now(), A, sample(n, n == 3 ? 2 : 20, 0.25, Outcome.FINISHED));
        }
      }
      seconds += STEP_SECONDS;
      assertThat(watch.evaluate(now()).stragglers()).isEmpty();
    }
    assertThat(watch.evaluate(now()).caveat()).contains("it takes two witnesses");
    step(100, 100, 100, 100);
    assertThat(watch.evaluate(now()).caveat()).isEmpty();
  }

  @Test
  void oneClientOfMuch_hidesNothingThatTwoFindSlow() {
    Witness liar = new Witness("10.1.0.66");
    for (int i = 0; i < 4; i++) {
      for (int r = 0; r < 400; r++) {
        estimator.observe(now(), liar, sample(3, 1000, 1, Outcome.FINISHED));
      }
      step(100, 100, 100, 10);
    }
    assertThat(watch.evaluate(now()).stragglers()).containsOnlyKeys(node(3));
    waitInVain(A, 2, 2);
    waitInVain(B, 2, 2);
    estimator.observe(now(), liar, sample(2, 1, 0.1, Outcome.FINISHED));
    assertThat(watch.evaluate(now()).stragglers()).containsOnlyKeys(node(2), node(3));
  }

  @Test
  void oneClientOfMuch_accusesNobodyAndKeepsNoStraggler() {
    Witness liar = new Witness("10.1.0.66");
    for (int i = 0; i < 4; i++) {
      for (int r = 0; r < 400; r++) {
        estimator.observe(now(), liar, sample(2, 1, 100, Outcome.FINISHED));
        estimator.observe(now(), liar, sample(1, 100, 1, Outcome.FINISHED));
        waitInVain(liar, 3, 100);
      }
      assertThat(step(100, 100, 100, 100).stragglers()).isEmpty();
    }
    for (int i = 0; i < 8; i++) {
      step(100, 100, 10, 100);
    }
    assertThat(watch.evaluate(now()).stragglers()).containsOnlyKeys(node(2));
    StragglerView view = StragglerView.NOTHING;
    for (int i = 0; i < 2 * WINDOW_SECONDS / STEP_SECONDS + 2; i++) {
      estimator.observe(now(), liar, sample(2, 1, 100, Outcome.FINISHED));
      view = step(100, 100, -1, 100);
    }
    assertThat(view.stragglers()).as("nobody but one still tells of it").isEmpty();
  }

  /** Invented fast nodes, by one machine: what others compare with does not move. */
  @Test
  void inventedFastNodes_makeNobodySlow() {
    for (int i = 0; i < 4; i++) {
      for (int n = 100; n < 400; n++) {
        estimator.observe(now(), new Witness("10.1.0.66"), sample(n, 10_000, 1, Outcome.FINISHED));
      }
      assertThat(step(100, 100, 100, 100).stragglers()).isEmpty();
    }
    assertThat(watch.evaluate(now()).suspects()).isEmpty();
  }

  /** Two machines on a slow network read what nobody else reads: two nodes of eight. */
  @Test
  void nodesThatOnlySlowClientsRead_areNotAccused() {
    for (int i = 0; i < 4; i++) {
      for (Witness slow : List.of(new Witness("10.2.0.1"), new Witness("10.2.0.2"))) {
        estimator.observe(now(), slow, sample(6, 5, 0.25, Outcome.FINISHED));
        estimator.observe(now(), slow, sample(7, 5, 0.25, Outcome.FINISHED));
      }
      StragglerView view = step(100, 100, 100, 100, 100, 100);
      assertThat(view.stragglers()).isEmpty();
      assertThat(view.suspects()).isEmpty();
    }
    for (int i = 0; i < 4; i++) {
      step(100, 100, 100, 100, 100, 100, 20);
    }
    assertThat(watch.evaluate(now()).stragglers()).as("others, too").containsOnlyKeys(node(6));
  }

  @Test
  void noAnswerOfItsCounters_isAWitnessToo_butNotWhereMostDoNotAnswer() {
    for (int n = 0; n < 4; n++) {
      estimator.observe(now(), new DataNodeCounters(node(n), 0, 0, 0));
      estimator.observe(now(), A, sample(n, 25, 0.25, Outcome.FINISHED));
    }
    waitInVain(A, 3, 2);
    assertThat(watch.evaluate(now()).suspects())
        .containsEntry(node(3), "1 client alone, not enough: waited 2 s and got nothing");
    for (int n = 0; n < 4; n++) {
      estimator.unanswered(now(), node(n));
    }
    assertThat(watch.evaluate(now()).stragglers()).isEmpty();
    for (int n = 0; n < 3; n++) {
      estimator.observe(now(), new DataNodeCounters(node(n), 0, 0, 0));
    }
    assertThat(watch.evaluate(now()).stragglers())
        .containsOnlyKeys(node(3))
        .containsValue("1 client, and /jmx does not answer: waited 2 s and got nothing");
  }

  /** What a client cannot reach, and others can, is that client's affair. */
  @Test
  void nodeThatFewCannotReach_isNotHung() {
    waitInVain(A, 3, 2);
    waitInVain(B, 3, 2);
    seconds++;
    for (int i = 1; i <= 5; i++) {
      estimator.observe(now(), new Witness("10.3.0." + i), sample(3, 25, 0.25, Outcome.FINISHED));
    }
    for (int i = 0; i < 3; i++) {
      StragglerView view = step(100, 100, 100, -1);
      assertThat(view.stragglers()).isEmpty();
      assertThat(view.suspects())
          .containsEntry(node(3), "2 of 7 clients, not enough: waited 2 s and got nothing");
    }
  }

  /** Nodes 0 to 2 at 1000 MiB/s, node 3 at 100 by its counters: slow clients would look so. */
  @Test
  void counters_accuseOnlyOfWhatClientsCanHardlyBe() {
    for (int i = 0; i < 4; i++) {
      countAll(i, 1000);
      for (int n = 0; n < 4; n++) {
        for (int r = 0; r < 5; r++) {
          estimator.observe(now(), A, sample(n, n < 3 ? 250 : 25, 0.25, Outcome.FINISHED));
        }
      }
      seconds += STEP_SECONDS;
      assertThat(watch.evaluate(now()).stragglers()).isEmpty();
    }
    assertThat(watch.evaluate(now()).suspects()).containsOnlyKeys(node(3));
  }
}
