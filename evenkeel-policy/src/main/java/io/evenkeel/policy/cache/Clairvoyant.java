package io.evenkeel.policy.cache;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The fewest misses any policy could have had that knew all requests beforehand: Belady's MIN (IBM
 * Systems Journal 1966), which keeps what is asked for soonest, with the freedom not to cache at
 * all. For entries of one size. A straggler hit is a miss among the requests for files which a
 * straggler touches, so the optimum of the straggler hit ratio is this one on those requests alone.
 */
public final class Clairvoyant {
  private static final int NEVER = Integer.MAX_VALUE;

  private Clairvoyant() {}

  /**
   * The fewest misses.
   *
   * @param requests in order
   * @param capacity how many entries fit
   * @param cachedAtStart what is cached before the first; at most as many as fit
   */
  public static <K> long misses(List<K> requests, int capacity, Collection<K> cachedAtStart) {
    if (cachedAtStart.size() > capacity) {
      throw new IllegalArgumentException(
          "%d entries cached at start, capacity %d".formatted(cachedAtStart.size(), capacity));
    }
    int[] nextUse = new int[requests.size()];
    Map<K, Integer> next = new HashMap<>();
    for (int i = requests.size() - 1; i >= 0; i--) {
      Integer later = next.put(requests.get(i), i);
      nextUse[i] = later == null ? NEVER : later;
    }
    // Next uses of what is cached, the farthest last. What never comes again need not be kept.
    TreeSet<Integer> cached = new TreeSet<>();
    for (K key : cachedAtStart) {
      if (next.containsKey(key)) {
        cached.add(next.get(key));
      }
    }
    long misses = 0;
    for (int i = 0; i < nextUse.length; i++) {
      misses += cached.remove(i) ? 0 : 1;
      if (nextUse[i] != NEVER && capacity > 0) {
        cached.add(nextUse[i]);
        if (cached.size() > capacity) {
          cached.pollLast();
        }
      }
    }
    return misses;
  }

  /** The fewest misses if the cache may be filled for nothing before the first request. */
  public static <K> long missesWithPrefetch(List<K> requests, int capacity) {
    LinkedHashSet<K> soonest = new LinkedHashSet<>();
    for (K key : requests) {
      if (soonest.size() == capacity) {
        break;
      }
      soonest.add(key);
    }
    return misses(requests, capacity, soonest);
  }
}
