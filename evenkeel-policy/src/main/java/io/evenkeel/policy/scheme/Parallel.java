package io.evenkeel.policy.scheme;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
import java.util.List;

/**
 * The baseline without parity (POCache's PR): the wanted blocks of a stripe at once, all of them
 * needed; other replicas only after a failure.
 */
public final class Parallel implements Scheme {
  @Override
  public String name() {
    return "parallel";
  }

  @Override
  public String meaning() {
    return "The wanted blocks at once, without cached parity; erasure-coded files as by adaptive.";
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return false;
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    List<FragmentRead> reads = new ArrayList<>();
    for (int index : ways.wanted().toArray()) {
      Launch launch = Launch.NOW;
      for (Source source : ways.sources(index)) {
        reads.add(ways.read(index, source, launch));
        launch = Launch.WHEN_FAILED;
      }
    }
    return reads;
  }
}
