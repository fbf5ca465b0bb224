package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What will be asked for soon (POCache section 3.3: Gp); bounded by the history it goes by. */
@FunctionalInterface
public interface AccessPredictor<K> {
  /** Known keys, the likeliest first; valid until the next access. */
  Iterable<K> predicted();

  /**
   * The known keys by a mean of two ranks, each from 0 to 1: recency, 1 for the last that was asked
   * for, and frequency as a share of the highest. Of equals the more recent comes first.
   */
  static <K> List<K> ordered(AccessHistory<K> history, double recencyWeight) {
    record Scored<K>(K key, double score) {}
    double highest = 0;
    for (K key : history.mostRecentFirst()) {
      highest = Math.max(highest, history.frequency(key));
    }
    List<Scored<K>> scored = new ArrayList<>(history.size());
    for (K key : history.mostRecentFirst()) {
      double recency = 1 - (double) scored.size() / history.size();
      double frequency = history.frequency(key) / highest;
      scored.add(new Scored<>(key, recencyWeight * recency + (1 - recencyWeight) * frequency));
    }
    scored.sort(Comparator.comparingDouble((Scored<K> s) -> s.score).reversed());
    return scored.stream().map(s -> s.key).toList();
  }
}
