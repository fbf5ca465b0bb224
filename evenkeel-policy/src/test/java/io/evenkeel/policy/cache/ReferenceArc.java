package io.evenkeel.policy.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** ARC by the cases of the paper's Fig. 4, with sizes for counts. */
final class ReferenceArc extends ReferenceCache {
  private final Map<Integer, Long> t1 = new LinkedHashMap<>();
  private final Map<Integer, Long> t2 = new LinkedHashMap<>();
  private final Map<Integer, Long> b1 = new LinkedHashMap<>();
  private final Map<Integer, Long> b2 = new LinkedHashMap<>();
  private double p;
  private boolean inB2;
  private boolean remembered;

  ReferenceArc(long capacity) {
    super(capacity);
  }

  @Override
  void touch(int key) {
    if (t1.containsKey(key)) {
      move(t1, t2, key);
    } else if (t2.containsKey(key)) {
      move(t2, t2, key);
    }
  }

  @Override
  void beforeRoom(int key, long size) {
    inB2 = b2.containsKey(key);
    if (b1.containsKey(key)) {
      p =
          Math.min(
              (double) capacity, p + b1.get(key) * Math.max(1, (double) bytes(b2) / bytes(b1)));
    } else if (inB2) {
      p = Math.max(0, p - b2.get(key) * Math.max(1, (double) bytes(b1) / bytes(b2)));
    }
    remembered = b1.containsKey(key) || inB2;
  }

  @Override
  int evict(int newcomer) {
    boolean first = !t1.isEmpty() && (bytes(t1) > p || (inB2 && bytes(t1) == p) || t2.isEmpty());
    Map<Integer, Long> from = first ? t1 : t2;
    int victim = head(from);
    move(from, first ? b1 : b2, victim);
    return victim;
  }

  @Override
  void insert(int key, long size) {
    if (remembered) {
      b1.remove(key);
      b2.remove(key);
      t2.put(key, size);
    } else {
      t1.put(key, size);
    }
    while (!b1.isEmpty() && bytes(t1) + bytes(b1) > capacity) {
      b1.remove(head(b1));
    }
    while (!b2.isEmpty() && bytes(t1) + bytes(t2) + bytes(b1) + bytes(b2) > 2 * capacity) {
      b2.remove(head(b2));
    }
  }

  @Override
  void delete(int key) {
    t1.remove(key);
    t2.remove(key);
  }
}
