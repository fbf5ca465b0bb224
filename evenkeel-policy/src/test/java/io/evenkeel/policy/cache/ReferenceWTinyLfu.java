package io.evenkeel.policy.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** W-TinyLFU with three lists; the sketch is the real one, which has a reference of its own. */
final class ReferenceWTinyLfu extends ReferenceCache {
  private final Map<Integer, Long> window = new LinkedHashMap<>();
  private final Map<Integer, Long> probation = new LinkedHashMap<>();
  private final Map<Integer, Long> guarded = new LinkedHashMap<>();
  private final FrequencySketch sketch = new FrequencySketch();
  private final long windowMax;

  ReferenceWTinyLfu(long capacity) {
    super(capacity);
    windowMax = Math.max(1, capacity / 100);
  }

  @Override
  void touch(int key) {
    sketch.increment(key);
    if (window.containsKey(key)) {
      move(window, window, key);
    } else if (probation.containsKey(key)) {
      move(probation, guarded, key);
    } else if (guarded.containsKey(key)) {
      move(guarded, guarded, key);
    }
    while (bytes(guarded) > (capacity - windowMax) * 4 / 5) {
      move(guarded, probation, head(guarded));
    }
  }

  @Override
  int evict(int newcomer) {
    Map<Integer, Long> main = probation.isEmpty() ? guarded : probation;
    if (window.isEmpty() || (bytes(window) < windowMax && !main.isEmpty())) {
      return drop(main, head(main));
    }
    int candidate = head(window);
    if (main.isEmpty() || sketch.frequency(candidate) <= sketch.frequency(head(main))) {
      return drop(window, candidate);
    }
    int victim = drop(main, head(main));
    move(window, probation, candidate);
    return victim;
  }

  private static int drop(Map<Integer, Long> queue, int key) {
    queue.remove(key);
    return key;
  }

  @Override
  void insert(int key, long size) {
    window.put(key, size);
    sketch.ensureColumns(sizes.size());
    while (bytes(window) > windowMax && window.size() > 1) {
      move(window, probation, head(window));
    }
  }

  @Override
  void delete(int key) {
    window.remove(key);
    probation.remove(key);
    guarded.remove(key);
  }
}
