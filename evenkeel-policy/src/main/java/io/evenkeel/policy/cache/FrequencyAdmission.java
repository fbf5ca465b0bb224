package io.evenkeel.policy.cache;

/**
 * Caches a newcomer if it is asked for at least as often as all that would go for it together, this
 * access included: the cache then expects no fewer hits than before. A newcomer wins a tie, for it
 * is the more recent.
 */
final class FrequencyAdmission<K> implements AdmissionPolicy<K> {
  private final AccessHistory<K> history;

  FrequencyAdmission(AccessHistory<K> history) {
    this.history = history;
  }

  @Override
  public boolean admits(K newcomer, long sizeBytes, Iterable<K> victims) {
    double lost = 0;
    for (K victim : victims) {
      lost += history.frequency(victim);
    }
    return history.frequency(newcomer) + 1 >= lost;
  }
}
