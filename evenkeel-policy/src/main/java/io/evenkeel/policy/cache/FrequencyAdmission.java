package io.evenkeel.policy.cache;

/**
 * Caches a newcomer if it is asked for more often than all that would go for it together: the cache
 * then expects more hits than before. A tie goes to what exists, for displacing it costs a fill;
 * and what is cached counts as asked for once at least, so that a first read displaces nothing that
 * has been cached by a write or whose reads have aged, and a scan nothing at all.
 */
final class FrequencyAdmission<K> implements AdmissionPolicy<K> {
  private final AccessHistory<K> history;

  FrequencyAdmission(AccessHistory<K> history) {
    this.history = history;
  }

  @Override
  public boolean admits(double frequency, long sizeBytes, Iterable<K> victims) {
    double lost = lost(history, victims);
    return lost == 0 || frequency > lost;
  }

  /** What the loss of these would be. */
  static <K> double lost(AccessHistory<K> history, Iterable<K> victims) {
    double lost = 0;
    for (K victim : victims) {
      lost += Math.max(1, history.frequency(victim));
    }
    return lost;
  }
}
