package io.evenkeel.policy.cache;

/**
 * Which cached entries to give up first. Told of every entry and access; gives an order and evicts
 * nothing itself. Deterministic: the same calls give the same order. Not thread-safe.
 *
 * @param <K> the entries' names
 */
public interface EvictionPolicy<K> {
  /**
   * An entry has been cached.
   *
   * @param sizeBytes what it takes
   */
  void added(K key, long sizeBytes);

  /** A cached entry has been asked for. Others are ignored. */
  void accessed(K key);

  /** An entry is no longer cached. */
  void removed(K key);

  /** The cached entries, the first to be given up first. Valid until the next call. */
  Iterable<K> victims();
}
