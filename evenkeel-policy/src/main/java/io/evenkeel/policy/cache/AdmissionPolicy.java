package io.evenkeel.policy.cache;

/** Whether a newcomer is worth caching (POCache section 3.3: Ga). Pure. */
@FunctionalInterface
public interface AdmissionPolicy<K> {
  /**
   * Whether to cache it.
   *
   * @param frequency how often the newcomer was asked for, with the access that this is about
   * @param victims what would be given up for it, the first first; empty while there is room
   */
  boolean admits(double frequency, long sizeBytes, Iterable<K> victims);
}
