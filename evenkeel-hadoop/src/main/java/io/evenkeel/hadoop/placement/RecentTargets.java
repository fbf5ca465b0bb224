package io.evenkeel.hadoop.placement;

import io.evenkeel.core.model.BoundedMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The last targets of each path, newest first, for a bounded number of paths.
 *
 * <p>The path unused for longest is forgotten first. Safe for use by several threads: the NameNode
 * chooses targets outside its namespace lock.
 */
final class RecentTargets<T> {
  private final int targetsPerPath;
  private final Map<String, Deque<T>> byPath;

  RecentTargets(int targetsPerPath, int paths) {
    this.targetsPerPath = targetsPerPath;
    this.byPath = BoundedMap.byUse(paths);
  }

  /** The remembered targets of {@code path}, newest first; empty for an unknown path. */
  synchronized List<T> of(String path) {
    Deque<T> targets = byPath.get(path);
    return targets == null ? List.of() : List.copyOf(targets);
  }

  synchronized void remember(String path, T target) {
    if (targetsPerPath == 0) {
      return;
    }
    Deque<T> targets = byPath.computeIfAbsent(path, p -> new ArrayDeque<>());
    targets.addFirst(target);
    if (targets.size() > targetsPerPath) {
      targets.removeLast();
    }
  }

  synchronized int paths() {
    return byPath.size();
  }
}
