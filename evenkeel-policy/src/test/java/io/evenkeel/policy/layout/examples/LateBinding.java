package io.evenkeel.policy.layout.examples;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Ways;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * EC-Cache (OSDI 2016, section 4.2): of k + m fragments, k + delta drawn at random are asked at
 * once, and the first k to come suffice. The others wait for lateness. Drawn by the read's seed;
 * with parity that becomes known later the draw is another, so the planner goes into {@link
 * ChosenOnce}.
 */
record LateBinding(int delta, long seed) implements Scheme {
  @Override
  public String name() {
    return "late-binding";
  }

  @Override
  public String meaning() {
    return "Some fragments at once besides.";
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return false;
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    List<Integer> drawn = new ArrayList<>();
    for (int index : ways.present().toArray()) {
      drawn.add(index);
    }
    int needed = drawn.size();
    for (int index : ways.parity()) {
      drawn.add(index);
    }
    Collections.shuffle(drawn, new Random(seed));
    List<FragmentRead> reads = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      Launch launch = i < needed + delta ? Launch.NOW : Launch.WHEN_LATE;
      for (Source source : ways.sources(drawn.get(i))) {
        reads.add(ways.read(drawn.get(i), source, launch));
        launch = Launch.WHEN_LATE;
      }
    }
    return reads;
  }
}
