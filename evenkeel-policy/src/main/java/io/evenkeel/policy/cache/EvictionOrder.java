package io.evenkeel.policy.cache;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The victims of several policies for a newcomer, one policy after the other, without itself. */
final class EvictionOrder<K> implements Iterator<K> {
  private final K newcomer;
  private final Iterator<EvictionPolicy<K>> rest;
  private Iterator<K> victims;
  private K ahead;

  /**
   * The order.
   *
   * @param policies at least one; the first's victims go first
   * @param newcomer null if nobody in particular
   */
  EvictionOrder(List<EvictionPolicy<K>> policies, K newcomer) {
    this.newcomer = newcomer;
    rest = policies.iterator();
    victims = rest.next().victims(newcomer).iterator();
  }

  @Override
  public boolean hasNext() {
    while (ahead == null && (victims.hasNext() || rest.hasNext())) {
      if (victims.hasNext()) {
        K next = victims.next();
        ahead = next.equals(newcomer) ? null : next;
      } else {
        victims = rest.next().victims(newcomer).iterator();
      }
    }
    return ahead != null;
  }

  @Override
  public K next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    K next = ahead;
    ahead = null;
    return next;
  }
}
