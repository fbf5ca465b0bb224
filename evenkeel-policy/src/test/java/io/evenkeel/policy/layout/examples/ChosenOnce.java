package io.evenkeel.policy.layout.examples;

import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets a planner choose by what changes, such as load: the first choice at a place stands, and ways
 * that come to be known later wait for lateness.
 */
final class ChosenOnce implements ReadPlanner {
  private final ReadPlanner planner;
  private final Map<Cursor, List<FragmentRead>> chosen = new HashMap<>();

  ChosenOnce(ReadPlanner planner) {
    this.planner = planner;
  }

  @Override
  public Step plan(Cursor at, PlanContext context) {
    Step step = planner.plan(at, context);
    if (!(step instanceof Step.Group planned)) {
      return step;
    }
    FragmentGroup group = planned.group();
    List<FragmentRead> reads = chosen.computeIfAbsent(at, a -> new ArrayList<>(group.reads()));
    for (FragmentRead read : group.reads()) {
      boolean known =
          reads.stream()
              .anyMatch(r -> r.index() == read.index() && r.source().equals(read.source()));
      if (!known) {
        reads.add(
            new FragmentRead(
                read.index(), read.source(), read.slice(), Launch.WHEN_LATE, read.streamEnd()));
      }
    }
    return new Step.Group(
        planned.part(),
        new FragmentGroup(
            group.code(),
            group.proofOffset(),
            group.lengthBytes(),
            group.absent(),
            reads,
            group.wanted()),
        planned.next());
  }
}
