package io.evenkeel.core.engine;

import io.evenkeel.core.port.BufferPool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The groups of one read that were launched and have not ended, in the order of their launch. */
final class ActiveGroups {
  private final Set<GroupRun> groups = new LinkedHashSet<>();

  void add(GroupRun group) {
    groups.add(group);
  }

  void remove(GroupRun group) {
    groups.remove(group);
  }

  void clear() {
    groups.clear();
  }

  boolean contains(GroupRun group) {
    return groups.contains(group);
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  int size() {
    return groups.size();
  }

  /** A copy: they may end meanwhile. */
  List<GroupRun> all() {
    return List.copyOf(groups);
  }

  /**
   * Whether the caller waits for this group.
   *
   * @param next the caller's next byte: when its own group is yet to launch, the first one counts
   */
  boolean isAwaited(GroupRun group, long next) {
    GroupRun first = null;
    for (GroupRun other : groups) {
      if (other.delivers(next)) {
        return other == group;
      }
      first = first == null ? other : first;
    }
    return first == group;
  }

  /** Whether anything that was asked is in time as yet. */
  boolean oweInTime() {
    for (GroupRun group : groups) {
      if (group.owesInTime()) {
        return true;
      }
    }
    return false;
  }

  /** What their asked reads may still bring, and what is to be decoded for want of one. */
  long owedBytes(BufferPool pool) {
    long owed = 0;
    for (GroupRun group : groups) {
      owed += group.owedBytes(pool);
    }
    return owed;
  }
}
