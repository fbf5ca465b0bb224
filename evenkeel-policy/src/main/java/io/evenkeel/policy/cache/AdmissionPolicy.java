package io.evenkeel.policy.cache;

/** Whether a newcomer is worth caching (POCache section 3.3: Ga). Pure. */
@FunctionalInterface
public interface AdmissionPolicy<K> {
  /**
   * Whether to cache it.
   *
   * @param newcomer what is being asked for and is not cached; this access is not recorded yet
   * @param victims what would be given up for it, the first first; empty while there is room
   */
  boolean admits(K newcomer, long sizeBytes, Iterable<K> victims);
}
