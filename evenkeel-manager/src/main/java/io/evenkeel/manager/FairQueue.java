package io.evenkeel.manager;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Stripes that wait, those of one folder in the order in which they came. Folders take turns: the
 * files of one are mostly one table's or one job's, and a scan of thousands keeps nobody waiting.
 */
final class FairQueue {
  private final Map<String, Set<KnownStripe>> folders = new LinkedHashMap<>();
  private int size;

  /** Puts one at the end of its folder's, unless it waits there. */
  void add(String folder, KnownStripe stripe) {
    size += folders.computeIfAbsent(folder, f -> new LinkedHashSet<>()).add(stripe) ? 1 : 0;
  }

  /** Takes one out of its folder's, if it waits there. */
  void remove(String folder, KnownStripe stripe) {
    Set<KnownStripe> waiting = folders.get(folder);
    if (waiting != null && waiting.remove(stripe)) {
      size--;
      if (waiting.isEmpty()) {
        folders.remove(folder);
      }
    }
  }

  /**
   * The first of the folder whose turn it is; a folder whose first is not ready is passed over.
   * Null when none is.
   */
  KnownStripe next(Predicate<KnownStripe> ready) {
    for (Set<KnownStripe> waiting : folders.values()) {
      KnownStripe first = waiting.iterator().next();
      if (ready.test(first)) {
        return first;
      }
    }
    return null;
  }

  /** Takes one out, which was its folder's turn: all others come before its next. */
  void take(String folder, KnownStripe stripe) {
    remove(folder, stripe);
    Set<KnownStripe> waiting = folders.remove(folder);
    if (waiting != null) {
      folders.put(folder, waiting);
    }
  }

  /** How many of a folder wait. */
  int waiting(String folder) {
    Set<KnownStripe> waiting = folders.get(folder);
    return waiting == null ? 0 : waiting.size();
  }

  void forEach(Consumer<KnownStripe> look) {
    folders.values().forEach(waiting -> waiting.forEach(look));
  }

  /** A copy, folder by folder. */
  List<KnownStripe> all() {
    List<KnownStripe> all = new ArrayList<>(size);
    forEach(all::add);
    return all;
  }

  int size() {
    return size;
  }
}
