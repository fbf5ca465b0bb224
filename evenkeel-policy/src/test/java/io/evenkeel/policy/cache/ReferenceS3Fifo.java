package io.evenkeel.policy.cache;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** S3-FIFO, one eviction at a time. */
final class ReferenceS3Fifo extends ReferenceCache {
  private final Map<Integer, Long> s = new LinkedHashMap<>();
  private final Map<Integer, Long> m = new LinkedHashMap<>();
  private final Map<Integer, Long> g = new LinkedHashMap<>();
  private final Map<Integer, Integer> freq = new HashMap<>();
  private final long small;

  ReferenceS3Fifo(long capacity) {
    super(capacity);
    small = Math.max(1, capacity / 10);
  }

  @Override
  void touch(int key) {
    freq.computeIfPresent(key, (k, f) -> Math.min(3, f + 1));
  }

  @Override
  int evict(int newcomer) {
    while (bytes(s) >= small || m.isEmpty()) {
      int t = head(s);
      if (freq.get(t) > 1) {
        move(s, m, t);
        freq.put(t, 0);
        if (bytes(m) > capacity - small) {
          return evictM();
        }
      } else {
        move(s, g, t);
        freq.remove(t);
        while (bytes(g) > Math.max(1, capacity - small)) {
          g.remove(head(g));
        }
        return t;
      }
    }
    return evictM();
  }

  private int evictM() {
    while (true) {
      int t = head(m);
      if (freq.get(t) == 0) {
        m.remove(t);
        freq.remove(t);
        return t;
      }
      freq.merge(t, -1, Integer::sum);
      move(m, m, t);
    }
  }

  @Override
  void insert(int key, long size) {
    (g.remove(key) != null ? m : s).put(key, size);
    freq.put(key, 0);
  }

  @Override
  void delete(int key) {
    s.remove(key);
    m.remove(key);
    freq.remove(key);
  }
}
