package io.evenkeel.policy.cache;

/** Gives up first what has not been asked for the longest; caching counts as an access. */
public final class Lru<K> implements EvictionPolicy<K> {
  private static final int ALL = 0;
  private final KeyLists<K> entries = new KeyLists<>(1);

  @Override
  public void added(K key, long sizeBytes) {
    entries.add(key, sizeBytes, ALL);
  }

  @Override
  public void accessed(K key) {
    int slot = entries.find(key);
    if (slot != KeyLists.NONE) {
      entries.move(slot, ALL);
    }
  }

  @Override
  public void evicted(K key) {
    removed(key);
  }

  @Override
  public void removed(K key) {
    int slot = entries.find(key);
    if (slot != KeyLists.NONE) {
      entries.remove(slot);
    }
  }

  @Override
  public Iterable<K> victims(K newcomer) {
    return () -> entries.keys(ALL);
  }
}
