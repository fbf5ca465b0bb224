package io.evenkeel.core.engine;

import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import java.util.Optional;
import java.util.function.Supplier;

/** The group of a read that is to be launched next, and how far the plan has got. */
final class NextGroup {
  private final ReadPlanner planner;
  private final Knowledge knowledge;
  private final Supplier<PlanContext> context;
  private Cursor cursor = Cursor.START;

  /** The group before {@code cursor}; null while it is not planned. */
  private GroupRun first;

  private boolean ended;
  private boolean waits;
  private long waitsAtVersion;

  /**
   * @param context what is believed of the nodes now
   */
  NextGroup(ReadPlanner planner, Knowledge knowledge, Supplier<PlanContext> context) {
    this.planner = planner;
    this.knowledge = knowledge;
    this.context = context;
  }

  /** The group to launch next; null when there is none, or none yet. */
  GroupRun peek() {
    long version = knowledge.version();
    if (first != null || ended || (waits && version == waitsAtVersion)) {
      return first;
    }
    Step step = planner.plan(cursor, context.get());
    waits = step instanceof Step.Later;
    ended = step instanceof Step.End;
    waitsAtVersion = version;
    if (step instanceof Step.Group planned) {
      first = new GroupRun(planned, cursor, version);
      cursor = planned.next();
    }
    return first;
  }

  /** Takes what {@link #peek} answers. */
  GroupRun take() {
    GroupRun taken = first;
    first = null;
    return taken;
  }

  /** Whether nothing is planned and, by the latest {@link #peek}, nothing will be. */
  boolean isAtEnd() {
    return first == null && ended;
  }

  /** Whether nothing is planned because, by the latest {@link #peek}, too little is known. */
  boolean waits() {
    return first == null && waits;
  }

  /** Plans what is not launched once more, with what is known now. */
  void planAgain() {
    waits = false;
    if (first != null) {
      long version = knowledge.version();
      Cursor at = first.cursor();
      Optional<Step.Group> again = again(at);
      first = again.isPresent() ? new GroupRun(again.get(), at, version) : first;
    }
  }

  /** What a plan made now has at a place where there was a group. */
  Optional<Step.Group> again(Cursor at) {
    return planner.plan(at, context.get()) instanceof Step.Group planned
        ? Optional.of(planned)
        : Optional.empty();
  }

  void clear() {
    first = null;
    ended = true;
  }
}
