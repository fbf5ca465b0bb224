package io.evenkeel.core.plan;

/**
 * Plans one read, group by group. From {@link Cursor#START} on the groups cover the read's range
 * exactly once, whatever is known.
 *
 * <p>A place may be asked for again when more is known. Then it has the same group. A way to get it
 * that was not there before is taken for news, and one that is gone changes nothing for a group
 * under way. So who draws, or chooses by load, does so once for each place and stays with it.
 *
 * <p>Asked by one thread at a time.
 */
@FunctionalInterface
public interface ReadPlanner {
  /**
   * What there is at a place.
   *
   * @param at {@link Cursor#START}, or the {@code next} of a group
   */
  Step plan(Cursor at, PlanContext context);
}
