package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A whole cache of one policy, written for being obviously right: plain lists, scanned. */
abstract class ReferenceCache {
  final long capacity;
  final Map<Integer, Long> sizes = new HashMap<>();

  ReferenceCache(long capacity) {
    this.capacity = capacity;
  }

  /** One request; the key is cached afterwards. */
  final void request(int key, long size) {
    touch(key);
    if (sizes.containsKey(key)) {
      return;
    }
    beforeRoom(key, size);
    while (used() + size > capacity) {
      Integer victim = evict(key);
      sizes.remove(victim);
    }
    sizes.put(key, size);
    insert(key, size);
  }

  final long used() {
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }

  final void remove(int key) {
    if (sizes.remove(key) != null) {
      delete(key);
    }
  }

  static long bytes(Map<Integer, Long> queue) {
    return queue.values().stream().mapToLong(Long::longValue).sum();
  }

  static int head(Map<Integer, Long> queue) {
    return queue.keySet().iterator().next();
  }

  static void move(Map<Integer, Long> from, Map<Integer, Long> to, int key) {
    long size = from.remove(key);
    to.put(key, size);
  }

  abstract void touch(int key);

  void beforeRoom(int key, long size) {}

  abstract int evict(int newcomer);

  abstract void insert(int key, long size);

  abstract void delete(int key);

  static final class Lru extends ReferenceCache {
    private final List<Integer> order = new ArrayList<>();

    Lru(long capacity) {
      super(capacity);
    }

    @Override
    void touch(int key) {
      if (order.remove((Integer) key)) {
        order.add(key);
      }
    }

    @Override
    int evict(int newcomer) {
      return order.remove(0);
    }

    @Override
    void insert(int key, long size) {
      order.add(key);
    }

    @Override
    void delete(int key) {
      order.remove((Integer) key);
    }
  }

  static final class Lfu extends ReferenceCache {
    private static final int HALF_LIFE = 4_096;
    private final Map<Integer, Double> counts = new HashMap<>();
    private final Map<Integer, Long> last = new HashMap<>();
    private long clock;
    private long accesses;

    Lfu(long capacity) {
      super(capacity);
    }

    @Override
    void touch(int key) {
      // The first access to a key makes nothing old.
      if (counts.containsKey(key) && ++accesses > HALF_LIFE) {
        counts.replaceAll((k, count) -> count / 2);
        accesses = 1;
      }
      counts.merge(key, 1.0, Double::sum);
      last.put(key, ++clock);
    }

    @Override
    int evict(int newcomer) {
      Integer victim = null;
      for (int key : sizes.keySet()) {
        if (victim == null
            || counts.get(key) < counts.get(victim)
            || (counts.get(key).equals(counts.get(victim)) && last.get(key) < last.get(victim))) {
          victim = key;
        }
      }
      return victim;
    }

    @Override
    void insert(int key, long size) {
      last.put(key, ++clock);
    }

    @Override
    void delete(int key) {}
  }

  static final class Sieve extends ReferenceCache {
    private final List<Integer> queue = new ArrayList<>();
    private final Map<Integer, Boolean> visited = new LinkedHashMap<>();
    private int hand;

    Sieve(long capacity) {
      super(capacity);
    }

    @Override
    void touch(int key) {
      visited.replace(key, true);
    }

    @Override
    int evict(int newcomer) {
      while (true) {
        hand = hand < queue.size() ? hand : 0;
        int key = queue.get(hand);
        if (!visited.put(key, false)) {
          delete(key);
          return key;
        }
        hand++;
      }
    }

    @Override
    void insert(int key, long size) {
      // At the end of its walk the hand waits before the oldest, not before what comes later.
      hand = hand < queue.size() ? hand : 0;
      queue.add(key);
      visited.put(key, false);
    }

    @Override
    void delete(int key) {
      int at = queue.indexOf(key);
      queue.remove(at);
      hand -= at < hand ? 1 : 0;
      visited.remove(key);
    }
  }
}
