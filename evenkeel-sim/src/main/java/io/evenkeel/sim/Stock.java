package io.evenkeel.sim;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Ways;
import io.evenkeel.sim.scenario.Keys;
import java.util.ArrayList;
import java.util.List;

/**
 * The baseline: what is wanted from where it is, and anything else only after a failure, as the
 * stock client reads erasure-coded files.
 */
final class Stock implements Scheme {
  @Override
  public String name() {
    return Keys.STOCK;
  }

  @Override
  public String meaning() {
    return "One block after the other, by the replica that is nearest.";
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return true;
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    List<FragmentRead> reads = new ArrayList<>();
    for (int index : ways.wanted().toArray()) {
      all(ways, index, Launch.NOW, reads);
    }
    for (int index : ways.present().minus(ways.wanted()).toArray()) {
      all(ways, index, Launch.WHEN_FAILED, reads);
    }
    for (int index : ways.parity()) {
      all(ways, index, Launch.WHEN_FAILED, reads);
    }
    return reads;
  }

  /** One replica after another. */
  private static void all(Ways ways, int index, Launch first, List<FragmentRead> reads) {
    Launch launch = first;
    for (Source source : ways.sources(index)) {
      reads.add(ways.read(index, source, launch));
      launch = Launch.WHEN_FAILED;
    }
  }
}
