package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who is accused in unevenly read clusters, and how soon; by one setting, the manager's default.
 */
class HealthyClusterTest {
  private static final int SEEDS = 200;
  private static final int NODES = 11;
  private static final int WINDOW_STEPS = 60 / SimulatedLoad.STEP_SECONDS;
  private static final int HOUR_STEPS = 3600 / SimulatedLoad.STEP_SECONDS;
  private static final int HOURS = 20;
  private static final double SLOW_FACTOR = 8;

  private static void play(SimulatedLoad load, int steps, String what) {
    for (int step = 0; step < steps; step++) {
      StragglerView view = load.step();
      assertThat(view.stragglers()).as("%s, step %d: %s", what, step, view).isEmpty();
    }
  }

  @Test
  void equalNodes_areNotAccusedInAnHour() {
    for (int seed = 0; seed < HOURS; seed++) {
      play(new SimulatedLoad(seed, SimulatedLoad.equal(NODES)), HOUR_STEPS, "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.75, 0.4, 0.15})
  void halfOfTheNodes_ofSlowerHardware_areNotAccusedInAnHour(double kind) {
    for (int seed = 0; seed < HOURS; seed++) {
      SimulatedLoad load = new SimulatedLoad(seed, SimulatedLoad.mixed(NODES, kind, 2));
      play(load, HOUR_STEPS, "seed " + seed);
    }
  }

  @Test
  void slowerHardware_thatDiffersByLessThanTwice_isNotAccused() {
    for (int seed = 0; seed < SEEDS; seed++) {
      play(new SimulatedLoad(seed, SimulatedLoad.mixed(NODES, 0.75, 3)), 50, "seed " + seed);
    }
  }

  /**
   * Be it the most read node or one that is read 18 times a minute, and of either kind where there
   * are two.
   */
  @ParameterizedTest
  @CsvSource({"0,1", "2,1", "5,1", "6,1", "0,0.4", "1,0.4", "2,0.4", "3,0.4"})
  void straggler_isNamedWithinTwoWindows_andNobodyElse(int straggler, double kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedLoad load = new SimulatedLoad(seed, SimulatedLoad.mixed(NODES, kind, 2));
      play(load, 2 * WINDOW_STEPS, "healthy, seed " + seed);
      load.slow(straggler, SLOW_FACTOR);
      int steps = 0;
      Set<NodeId> named = Set.of();
      while (named.isEmpty()) {
        named = load.step().stragglers().keySet();
        assertThat(++steps).as("seed %d: %s", seed, named).isLessThanOrEqualTo(2 * WINDOW_STEPS);
      }
      for (int step = 0; step < WINDOW_STEPS; step++) {
        assertThat(named).as("seed %d, step %d", seed, step).containsExactly(node(straggler));
        named = load.step().stragglers().keySet();
      }
    }
  }
}
