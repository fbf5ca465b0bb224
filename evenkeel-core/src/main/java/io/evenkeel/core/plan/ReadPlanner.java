package io.evenkeel.core.plan;

/**
 * Plans a read window by window: values in, values out. Windows cover the read's range exactly
 * once, whatever the contexts are.
 */
@FunctionalInterface
public interface ReadPlanner {
  /**
   * The window at {@code cursor}.
   *
   * @param cursor {@link ReadPlan.Cursor#START}, or the {@code next} of the plan before
   * @param maxGroups at most so many groups, at least 1
   */
  ReadPlan plan(ReadPlan.Cursor cursor, int maxGroups, PlanContext context);
}
