package io.evenkeel.core.plan;

import java.util.Objects;

/** What a planner has at one place. */
public sealed interface Step {
  /**
   * A group of fragments.
   *
   * @param part groups of one part are given up together: when many of them cannot be had, the
   *     others are not tried
   * @param next where the group after it is
   */
  record Group(int part, FragmentGroup group, Cursor next) implements Step {
    public Group {
      Objects.requireNonNull(group, "group is null");
      Objects.requireNonNull(next, "next is null");
    }
  }

  /** Too little is known to say; asked again when more is, or when no more will be. */
  record Later() implements Step {}

  /** There is nothing from here on. */
  record End() implements Step {}
}
