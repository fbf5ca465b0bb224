package io.evenkeel.policy.cache;

import java.util.HashMap;
import java.util.Map;

/** Room set aside for files whose size is not known yet. */
final class ReservedRoom<K> {
  private final Map<K, Long> rooms = new HashMap<>();
  private long total;

  boolean has(K key) {
    return rooms.containsKey(key);
  }

  void add(K key, long size) {
    rooms.put(key, size);
    total += size;
  }

  /** Gives the key's room back; -1 if it has none. */
  long release(K key) {
    Long room = rooms.remove(key);
    total -= room == null ? 0 : room;
    return room == null ? -1 : room;
  }

  long total() {
    return total;
  }

  /** Throws unless the total is that of the rooms. */
  void check() {
    long sum = rooms.values().stream().mapToLong(Long::longValue).sum();
    if (sum != total) {
      throw new IllegalStateException("rooms of " + sum + " counted as " + total);
    }
  }
}
