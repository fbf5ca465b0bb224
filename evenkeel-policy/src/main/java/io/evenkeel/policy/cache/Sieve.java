package io.evenkeel.policy.cache;

/**
 * SIEVE (Zhang et al., NSDI 2024, Algorithm 1): one queue in order of caching and a hand that walks
 * it from the oldest to the newest and around; an entry asked for since the hand came by is passed
 * over once, the first other is given up.
 */
public final class Sieve<K> implements EvictionPolicy<K>, Checkable {
  private static final int QUEUE = 0;
  private static final int VISITED = 1;
  private final KeyLists<K> entries = new KeyLists<>(1);
  private int hand = KeyLists.NONE;

  @Override
  public void added(K key, long sizeBytes) {
    entries.add(key, sizeBytes, QUEUE);
  }

  @Override
  public void accessed(K key) {
    int slot = entries.find(key);
    if (slot != KeyLists.NONE) {
      entries.mark(slot, VISITED);
    }
  }

  @Override
  public void evicted(K key) {
    int slot = entries.find(key);
    if (slot == KeyLists.NONE) {
      return;
    }
    if (entries.mark(slot) == VISITED) {
      for (int s = entries.first(QUEUE); s != KeyLists.NONE; s = entries.after(s)) {
        entries.mark(s, 0);
      }
    }
    for (int s = hand(); s != slot; s = next(s)) {
      entries.mark(s, 0);
    }
    hand = entries.after(slot);
    entries.remove(slot);
  }

  @Override
  public void removed(K key) {
    int slot = entries.find(key);
    if (slot != KeyLists.NONE) {
      if (slot == hand) {
        hand = entries.after(slot);
      }
      entries.remove(slot);
    }
  }

  /** Once around the queue for what has not been visited, then once more for the rest. */
  @Override
  public Iterable<K> victims(K newcomer) {
    return () ->
        new Victims<>(entries) {
          private final int start = hand();
          private int at = start;
          private int round;

          @Override
          int advance() {
            while (at != KeyLists.NONE && round < 2) {
              int slot = at;
              int wanted = round == 0 ? 0 : VISITED;
              at = Sieve.this.next(at);
              round += at == start ? 1 : 0;
              if (entries.mark(slot) == wanted) {
                return slot;
              }
            }
            return KeyLists.NONE;
          }
        };
  }

  private int hand() {
    return hand == KeyLists.NONE ? entries.first(QUEUE) : hand;
  }

  private int next(int slot) {
    int after = entries.after(slot);
    return after == KeyLists.NONE ? entries.first(QUEUE) : after;
  }

  /** Throws unless the hand points at an entry and the queue is whole. */
  @Override
  public void check() {
    entries.check();
    if (hand != KeyLists.NONE && entries.find(entries.key(hand)) != hand) {
      throw new IllegalStateException("the hand points at what is not there");
    }
  }
}
