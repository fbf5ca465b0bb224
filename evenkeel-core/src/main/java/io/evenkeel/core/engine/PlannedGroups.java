package io.evenkeel.core.engine;

import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlan;
import io.evenkeel.core.plan.ReadPlanner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** The groups of a read that were planned and not launched, and how far the plan has got. */
final class PlannedGroups {
  private final ReadPlanner planner;
  private final Supplier<PlanContext> context;
  private final Deque<GroupRun> planned = new ArrayDeque<>();
  private ReadPlan.Cursor cursor = ReadPlan.Cursor.START;

  /**
   * @param context what is known now
   */
  PlannedGroups(ReadPlanner planner, Supplier<PlanContext> context) {
    this.planner = planner;
    this.context = context;
  }

  /** The group to launch next; null when there is none left. */
  GroupRun first() {
    while (planned.isEmpty() && cursor != null) {
      PlanContext now = context.get();
      ReadPlan plan = planner.plan(cursor, 1, now);
      for (FragmentGroup group : plan.groups()) {
        planned.addLast(new GroupRun(group, cursor, now.ticket()));
      }
      cursor = plan.next();
    }
    return planned.peekFirst();
  }

  /** Takes what {@link #first} answers. */
  GroupRun takeFirst() {
    return planned.removeFirst();
  }

  /** Whether nothing is planned and nothing will be. */
  boolean isAtEnd() {
    return planned.isEmpty() && cursor == null;
  }

  /** Plans what is not launched once more, with what is known now. */
  void planAgain() {
    PlanContext now = context.get();
    for (int i = planned.size(); i > 0; i--) {
      ReadPlan.Cursor at = planned.pollFirst().cursor();
      again(at, now).forEach(g -> planned.addLast(new GroupRun(g, at, now.ticket())));
    }
  }

  /** What a plan made now has at a place. */
  List<FragmentGroup> again(ReadPlan.Cursor at, PlanContext now) {
    return planner.plan(at, 1, now).groups();
  }

  void clear() {
    planned.clear();
  }
}
