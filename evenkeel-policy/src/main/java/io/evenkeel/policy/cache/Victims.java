package io.evenkeel.policy.cache;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iteration by slots whose end is {@link KeyLists#NONE}. */
abstract class Victims<K> implements Iterator<K> {
  private static final int UNKNOWN = -2;
  private final KeyLists<K> entries;
  private int ahead = UNKNOWN;

  Victims(KeyLists<K> entries) {
    this.entries = entries;
  }

  /** The slot of the next victim, each once, then {@link KeyLists#NONE}. */
  abstract int advance();

  @Override
  public final boolean hasNext() {
    if (ahead == UNKNOWN) {
      ahead = advance();
    }
    return ahead != KeyLists.NONE;
  }

  @Override
  public final K next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    K key = entries.key(ahead);
    ahead = UNKNOWN;
    return key;
  }
}
