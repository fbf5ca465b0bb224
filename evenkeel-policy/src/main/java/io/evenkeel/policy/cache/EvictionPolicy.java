package io.evenkeel.policy.cache;

/**
 * Which cached entries to give up first. Told of every entry and access; gives an order and evicts
 * nothing itself. Deterministic: the same calls give the same order. Not thread-safe. Whoever holds
 * the cache calls, for a request, {@link #accessed}, then, if the newcomer is to be cached, {@link
 * #evicted} for as many {@link #victims} as it takes, then {@link #added}.
 *
 * @param <K> the entries' names
 */
public interface EvictionPolicy<K> {
  /**
   * An entry has been cached.
   *
   * @param key not cached so far, otherwise {@link IllegalStateException}
   * @param sizeBytes what it takes, at least 0
   */
  void added(K key, long sizeBytes);

  /** A key has been asked for, be it cached or not. */
  void accessed(K key);

  /**
   * A victim has been given up to make room; a policy with ghost lists remembers it. What is not
   * cached is ignored.
   */
  void evicted(K key);

  /** An entry is no longer cached for another reason. What is not cached is ignored. */
  void removed(K key);

  /**
   * All cached entries, the first to be given up first, if room is needed for that newcomer. The
   * first ones cost little, whatever the number of entries. Looking changes nothing; valid until
   * the next call of another method.
   *
   * @param newcomer null if nobody in particular
   */
  Iterable<K> victims(K newcomer);
}
