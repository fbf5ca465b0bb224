package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.A;
import static io.evenkeel.policy.load.Rates.B;
import static io.evenkeel.policy.load.Rates.SECOND_NANOS;
import static io.evenkeel.policy.load.Rates.node;
import static io.evenkeel.policy.load.Rates.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of two machines tell what they see of six nodes, few of which both have read; those of a
 * third tell of nodes that nobody has, and what they like of those that there are. Once with a list
 * of the nodes, once without.
 */
class LyingClientTest {
  private static final Witness LIAR = new Witness("10.1.0.66");
  private static final int NODES = 6;
  private static final int HUNG = 3;
  private static final int STEP_SECONDS = 5;

  /** More than one witness alone can have remembered. */
  private static final int INVENTED = RateSettings.defaults().nodesMax() / 4;

  private final ServiceRateEstimator estimator = new ServiceRateEstimator(RateSettings.defaults());
  private final StragglerWatch watch =
      new StragglerWatch(estimator, StragglerDetectors.defaultDetector(), WatchSettings.defaults());
  private long seconds;

  private long now() {
    return seconds * SECOND_NANOS;
  }

  private void list(boolean isListed) {
    if (isListed) {
      Set<NodeId> all = new HashSet<>();
      for (int n = 0; n < NODES; n++) {
        all.add(node(n));
      }
      estimator.list(all);
    }
  }

  private void waitInVain(Witness by, int node) {
    estimator.observe(now(), by, sample(node, 0, 1.5, Outcome.ABORTED));
  }

  private void readWell(Witness by, int node) {
    estimator.observe(now(), by, sample(node, 25, 0.25, Outcome.FINISHED));
  }

  private interface Lie {
    void tell(int node);
  }

  /** What the liar says of the nodes that there are, and of others. */
  private StragglerView step(int hungOfReal, Lie ofInvented) {
    for (int n = 0; n < NODES; n++) {
      for (int read = 0; read < 6; read++) {
        // All testimonies of real nodes together, most would be the liar's.
        readWell(n % 2 == 0 ? A : B, n);
      }
      if (n >= NODES - hungOfReal) {
        waitInVain(LIAR, n);
      } else {
        readWell(LIAR, n);
      }
    }
    readWell(A, HUNG);
    for (int i = 0; i < INVENTED; i++) {
      ofInvented.tell(1000 + i);
    }
    seconds += STEP_SECONDS;
    return watch.evaluate(now());
  }

  private void namesTheHungNodeAlone() {
    waitInVain(A, HUNG);
    waitInVain(B, HUNG);
    StragglerView view = watch.evaluate(now());
    assertThat(view.appeared()).containsExactly(node(HUNG));
    assertThat(view.stragglers().keySet()).containsExactly(node(HUNG));
    assertThat(view.stragglers().get(node(HUNG))).contains("waited 1.5 s and got nothing");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void inventedHungNodes_accuseNobody_andAHungOneIsNamed(boolean isListed) {
    list(isListed);
    for (int i = 0; i < 4; i++) {
      StragglerView view = step(NODES, node -> waitInVain(LIAR, node));
      assertThat(view.stragglers()).isEmpty();
      assertThat(view.suspects()).as("it is not heard").isEmpty();
    }
    namesTheHungNodeAlone();
  }

  /** Two of six are not most nodes that it asks: it is heard, as one witness. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoAccusesFew_isOneWitness_howeverManyHungNodesItInvents(boolean isListed) {
    list(isListed);
    for (int i = 0; i < 4; i++) {
      StragglerView view = step(2, node -> waitInVain(LIAR, node));
      assertThat(view.stragglers()).isEmpty();
      assertThat(view.suspects()).containsOnlyKeys(node(NODES - 2), node(NODES - 1));
    }
    namesTheHungNodeAlone();
  }

  /** It would be believed of all nodes that one of the others has trouble with. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoFindsAllNodesHung_isNotHeard_howeverManyFineOnesItInvents(boolean isListed) {
    list(isListed);
    for (int i = 0; i < 4; i++) {
      assertThat(step(NODES, node -> readWell(LIAR, node)).suspects()).isEmpty();
    }
    waitInVain(A, 0);
    StragglerView view = watch.evaluate(now());
    assertThat(view.stragglers()).isEmpty();
    assertThat(view.suspects()).containsOnlyKeys(node(0));
    namesTheHungNodeAlone();
  }
}
