package io.evenkeel.core.plan;

import java.util.List;

/**
 * One window of a read.
 *
 * @param groups in the order in which they are launched
 * @param next where the next window starts; null when this is the last
 */
public record ReadPlan(List<FragmentGroup> groups, Cursor next) {
  public ReadPlan {
    groups = List.copyOf(groups);
  }

  /** A planner's place between two windows. */
  public record Cursor(int stripe, int step) {
    public static final Cursor START = new Cursor(0, 0);
  }
}
