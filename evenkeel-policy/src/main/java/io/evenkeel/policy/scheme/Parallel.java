package io.evenkeel.policy.scheme;

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
  public boolean isWideOnlyWhereItPays() {
    return false;
  }

  @Override
  public List<FragmentRead> reads(GroupShape shape, PlanContext context) {
    List<FragmentRead> reads = new ArrayList<>();
    for (int index : shape.wanted().toArray()) {
      Launch launch = Launch.NOW;
      for (var node : shape.nodes().get(index)) {
        reads.add(shape.data(index, node, launch));
        launch = Launch.WHEN_FAILED;
      }
    }
    return reads;
  }
}
