package io.evenkeel.policy.cache;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Gives up first what is asked for least often, and of equals what was asked for or cached least
 * recently. Counts accesses of what is not cached too, and ages ({@link AccessHistory}): what was
 * popular once does not stay for ever.
 */
public final class Lfu<K> implements EvictionPolicy<K>, Checkable {
  private final AccessHistory<K> history;
  private final KeyTable<K> entries = new KeyTable<>();
  private double[] ranks = new double[entries.slots()];
  private long[] turns = new long[entries.slots()];
  // Where in the heap, the next victim at 0, each slot is.
  private int[] places = new int[entries.slots()];
  private final IntHeap heap =
      new IntHeap() {
        @Override
        boolean isBefore(int a, int b) {
          return Lfu.this.isBefore(a, b);
        }

        @Override
        void moved(int slot, int place) {
          places[slot] = place;
        }
      };
  private long turn;

  /** Goes by a history that its owner keeps: each access is recorded there before it comes here. */
  public Lfu(AccessHistory<K> history) {
    this.history = history;
  }

  @Override
  public void added(K key, long sizeBytes) {
    int slot = entries.add(key);
    if (ranks.length < entries.slots()) {
      ranks = Arrays.copyOf(ranks, entries.slots());
      turns = Arrays.copyOf(turns, entries.slots());
      places = Arrays.copyOf(places, entries.slots());
    }
    ranks[slot] = history.rank(key);
    turns[slot] = ++turn;
    heap.add(slot);
  }

  @Override
  public void accessed(K key) {
    int slot = entries.find(key);
    if (slot != KeyTable.NONE) {
      ranks[slot] = history.rank(key);
      turns[slot] = ++turn;
      heap.changed(places[slot]);
    }
  }

  @Override
  public void evicted(K key) {
    removed(key);
  }

  @Override
  public void removed(K key) {
    int slot = entries.find(key);
    if (slot != KeyTable.NONE) {
      heap.remove(places[slot]);
      entries.remove(slot);
    }
  }

  @Override
  public Iterable<K> victims(K newcomer) {
    return InOrder::new;
  }

  private boolean isBefore(int a, int b) {
    int byRank = Double.compare(ranks[a], ranks[b]);
    return byRank != 0 ? byRank < 0 : turns[a] < turns[b];
  }

  /** Throws unless the heap is one and holds every entry once. */
  @Override
  public void check() {
    heap.check();
    for (int place = 0; place < heap.size(); place++) {
      int slot = heap.at(place);
      if (places[slot] != place || entries.find(entries.key(slot)) != slot) {
        throw new IllegalStateException("not an entry at place " + place);
      }
    }
    if (heap.size() != entries.size()) {
      throw new IllegalStateException(heap.size() + " in the heap of " + entries.size());
    }
  }

  /** The heap in order: after an item come its children, among what is open already. */
  private final class InOrder implements Iterator<K> {
    private final IntHeap open =
        new IntHeap() {
          @Override
          boolean isBefore(int a, int b) {
            return Lfu.this.isBefore(heap.at(a), heap.at(b));
          }
        };

    InOrder() {
      open(0);
    }

    @Override
    public boolean hasNext() {
      return open.size() > 0;
    }

    @Override
    public K next() {
      if (open.size() == 0) {
        throw new NoSuchElementException();
      }
      int place = open.at(0);
      open.remove(0);
      open(2 * place + 1);
      open(2 * place + 2);
      return entries.key(heap.at(place));
    }

    private void open(int place) {
      if (place < heap.size()) {
        open.add(place);
      }
    }
  }
}
