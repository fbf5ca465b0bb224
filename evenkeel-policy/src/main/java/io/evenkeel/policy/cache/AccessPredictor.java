package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What will be asked for soon (POCache section 3.3: Gp). */
@FunctionalInterface
public interface AccessPredictor<K> {
  /** The same keys, all of which are known, the likeliest first. */
  List<K> ordered(Collection<K> keys);

  /**
   * By a mean of two ranks among these keys, each from 0 to 1: recency, 1 for the last that was
   * asked for, and frequency as a share of the highest. Of equals the more recent comes first.
   */
  static <K> List<K> ordered(AccessHistory<K> history, Collection<K> keys, double recencyWeight) {
    record Scored<K>(K key, double score) {}
    List<K> recent = new ArrayList<>(keys);
    recent.sort(Comparator.<K>comparingLong(history::turn).reversed());
    double highest = recent.stream().mapToDouble(history::frequency).max().orElse(0);
    List<Scored<K>> scored = new ArrayList<>(recent.size());
    for (K key : recent) {
      double recency = 1 - (double) scored.size() / recent.size();
      double frequency = history.frequency(key) / highest;
      scored.add(new Scored<>(key, recencyWeight * recency + (1 - recencyWeight) * frequency));
    }
    scored.sort(Comparator.comparingDouble((Scored<K> s) -> s.score).reversed());
    return scored.stream().map(s -> s.key).toList();
  }
}
