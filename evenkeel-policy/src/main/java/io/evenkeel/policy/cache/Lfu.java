package io.evenkeel.policy.cache;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Gives up first what is asked for least often, and of equals what was asked for or cached least
 * recently. Counts accesses of what is not cached too, and ages ({@link AccessHistory}): what was
 * popular once does not stay for ever.
 */
public final class Lfu<K> implements EvictionPolicy<K> {
  private final AccessHistory<K> history;
  private final boolean recording;
  private final KeyTable<K> entries = new KeyTable<>();
  private double[] ranks = new double[entries.slots()];
  private long[] turns = new long[entries.slots()];
  // A binary heap of slots, the next victim at 0, and where in it each slot is.
  private int[] heap = new int[entries.slots()];
  private int[] places = new int[entries.slots()];
  private long turn;

  /** Keeps its own history of at most that many keys. */
  public Lfu(int maxKeys) {
    this(new AccessHistory<>(maxKeys), true);
  }

  /** Goes by a history that its owner keeps: each access is recorded there before it comes here. */
  public Lfu(AccessHistory<K> history) {
    this(history, false);
  }

  private Lfu(AccessHistory<K> history, boolean recording) {
    this.history = history;
    this.recording = recording;
  }

  @Override
  public void added(K key, long sizeBytes) {
    int slot = entries.add(key);
    if (ranks.length < entries.slots()) {
      ranks = Arrays.copyOf(ranks, entries.slots());
      turns = Arrays.copyOf(turns, entries.slots());
      heap = Arrays.copyOf(heap, entries.slots());
      places = Arrays.copyOf(places, entries.slots());
    }
    ranks[slot] = history.rank(key);
    turns[slot] = ++turn;
    rise(slot, entries.size() - 1);
  }

  @Override
  public void accessed(K key) {
    if (recording) {
      history.record(key, 0);
    }
    int slot = entries.find(key);
    if (slot != KeyTable.NONE) {
      ranks[slot] = history.rank(key);
      turns[slot] = ++turn;
      settle(slot, places[slot]);
    }
  }

  @Override
  public void evicted(K key) {
    removed(key);
  }

  @Override
  public void removed(K key) {
    int slot = entries.find(key);
    if (slot == KeyTable.NONE) {
      return;
    }
    entries.remove(slot);
    int moved = heap[entries.size()];
    if (moved != slot) {
      settle(moved, places[slot]);
    }
  }

  @Override
  public Iterable<K> victims(K newcomer) {
    return () ->
        new Iterator<>() {
          // The heap in order: after an element come its children, among what is open already.
          private final PriorityQueue<Integer> open =
              new PriorityQueue<>((a, b) -> compare(heap[a], heap[b]));

          {
            open(0);
          }

          @Override
          public boolean hasNext() {
            return !open.isEmpty();
          }

          @Override
          public K next() {
            Integer place = open.poll();
            if (place == null) {
              throw new NoSuchElementException();
            }
            open(2 * place + 1);
            open(2 * place + 2);
            return entries.key(heap[place]);
          }

          private void open(int place) {
            if (place < entries.size()) {
              open.add(place);
            }
          }
        };
  }

  private int compare(int a, int b) {
    int byRank = Double.compare(ranks[a], ranks[b]);
    return byRank != 0 ? byRank : Long.compare(turns[a], turns[b]);
  }

  private void settle(int slot, int place) {
    int at = place;
    while (2 * at + 1 < entries.size()) {
      int child = 2 * at + 1;
      if (child + 1 < entries.size() && compare(heap[child + 1], heap[child]) < 0) {
        child++;
      }
      if (compare(slot, heap[child]) <= 0) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    rise(slot, at);
  }

  private void rise(int slot, int place) {
    int at = place;
    while (at > 0 && compare(slot, heap[(at - 1) / 2]) < 0) {
      put(heap[(at - 1) / 2], at);
      at = (at - 1) / 2;
    }
    put(slot, at);
  }

  private void put(int slot, int place) {
    heap[place] = slot;
    places[slot] = place;
  }

  /** Throws unless the heap is one and holds every entry once. */
  void check() {
    for (int place = 0; place < entries.size(); place++) {
      int slot = heap[place];
      boolean ordered = place == 0 || compare(heap[(place - 1) / 2], slot) <= 0;
      if (places[slot] != place || !ordered || entries.find(entries.key(slot)) != slot) {
        throw new IllegalStateException("heap broken at place " + place);
      }
    }
  }
}
