package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A cache that caches whatever is asked for, by a policy, and keeps the history it may go by. */
final class PolicyCache<K> {
  private static final int HISTORY_KEYS = 1 << 16;

  final EvictionPolicy<K> policy;
  final Map<K, Long> sizes = new HashMap<>();
  private final AccessHistory<K> history = new AccessHistory<>(HISTORY_KEYS);
  private final long capacity;
  private long used;

  PolicyCache(String eviction, long capacity) {
    this.policy = CachePolicies.eviction(eviction, capacity, history);
    this.capacity = capacity;
  }

  /** One request; whether it was a hit. */
  boolean request(K key, long size) {
    history.record(key, size);
    policy.accessed(key);
    if (sizes.containsKey(key)) {
      return true;
    }
    List<K> victims = new ArrayList<>();
    long free = capacity - used;
    if (free < size) {
      for (K victim : policy.victims(key)) {
        victims.add(victim);
        free += sizes.get(victim);
        if (free >= size) {
          break;
        }
      }
    }
    for (K victim : victims) {
      used -= sizes.remove(victim);
      policy.evicted(victim);
    }
    sizes.put(key, size);
    used += size;
    policy.added(key, size);
    return false;
  }

  void remove(K key) {
    Long size = sizes.remove(key);
    if (size != null) {
      used -= size;
      policy.removed(key);
    }
  }
}
