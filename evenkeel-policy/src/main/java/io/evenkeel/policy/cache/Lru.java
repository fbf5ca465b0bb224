package io.evenkeel.policy.cache;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gives up first what has not been asked for the longest; caching counts as an access. */
public final class Lru<K> implements EvictionPolicy<K> {
  private static final float LOAD_FACTOR = 0.75f;
  private final Map<K, Long> sizes = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  @Override
  public void added(K key, long sizeBytes) {
    sizes.put(key, sizeBytes);
  }

  @Override
  public void accessed(K key) {
    sizes.get(key);
  }

  @Override
  public void removed(K key) {
    sizes.remove(key);
  }

  @Override
  public Iterable<K> victims() {
    return Collections.unmodifiableSet(sizes.keySet());
  }
}
