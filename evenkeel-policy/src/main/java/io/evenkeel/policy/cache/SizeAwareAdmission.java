package io.evenkeel.policy.cache;

/**
 * Caches a newcomer if it is asked for more often per byte than what would go for it: a large entry
 * has to be as popular as the many small ones it displaces, and a small one may displace a large
 * one that is a little more popular. Else as {@link FrequencyAdmission}.
 */
final class SizeAwareAdmission<K> implements AdmissionPolicy<K> {
  private final AccessHistory<K> history;

  SizeAwareAdmission(AccessHistory<K> history) {
    this.history = history;
  }

  @Override
  public boolean admits(double frequency, long sizeBytes, Iterable<K> victims) {
    double lost = FrequencyAdmission.lost(history, victims);
    double freedBytes = 0;
    for (K victim : victims) {
      freedBytes += history.sizeBytes(victim);
    }
    // frequency / size > lost / freed, without dividing by nothing.
    return lost == 0 || frequency * freedBytes > lost * sizeBytes;
  }
}
