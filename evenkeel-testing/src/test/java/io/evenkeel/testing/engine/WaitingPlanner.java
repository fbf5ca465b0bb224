package io.evenkeel.testing.engine;

import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import java.util.SplittableRandom;

/** Knows nothing of some places before there is news, and of some only when there will be none. */
final class WaitingPlanner implements ReadPlanner {
  private final ReadPlanner planner;
  private final Knowledge knowledge;
  private final long seed;

  WaitingPlanner(ReadPlanner planner, Knowledge knowledge, long seed) {
    this.planner = planner;
    this.knowledge = knowledge;
    this.seed = seed;
  }

  @Override
  public Step plan(Cursor at, PlanContext context) {
    long place = seed * 31 + at.part() * 1_000_003L + at.step();
    boolean waits = new SplittableRandom(place).nextInt(3) == 0 && knowledge.mayGrow();
    return waits ? new Step.Later() : planner.plan(at, context);
  }
}
