package io.evenkeel.policy.cache;

/**
 * Caches a newcomer if it is asked for at least as often per byte as what would go for it: a large
 * entry has to be as popular as the many small ones it displaces, and a small one may displace a
 * large one that is a little more popular.
 */
final class SizeAwareAdmission<K> implements AdmissionPolicy<K> {
  private final AccessHistory<K> history;

  SizeAwareAdmission(AccessHistory<K> history) {
    this.history = history;
  }

  @Override
  public boolean admits(K newcomer, long sizeBytes, Iterable<K> victims) {
    double lost = 0;
    double freedBytes = 0;
    for (K victim : victims) {
      lost += history.frequency(victim);
      freedBytes += history.sizeBytes(victim);
    }
    // (frequency + 1) / size >= lost / freed, without dividing by nothing.
    return (history.frequency(newcomer) + 1) * freedBytes >= lost * sizeBytes;
  }
}
