package io.evenkeel.policy.cache;

import java.util.Arrays;

/** A binary heap of numbers in an order of its owner's: at place 0 is the one before all others. */
abstract class IntHeap {
  private int[] items = new int[16];
  private int size;

  /** Whether a comes before b. */
  abstract boolean isBefore(int a, int b);

  /** An item is at another place now. */
  void moved(int item, int place) {}

  int size() {
    return size;
  }

  int at(int place) {
    return items[place];
  }

  void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    rise(item, size++);
  }

  void remove(int place) {
    int last = items[--size];
    if (place < size) {
      settle(last, place);
    }
  }

  /** The order of the item at that place has changed. */
  void changed(int place) {
    settle(items[place], place);
  }

  private void settle(int item, int place) {
    int at = place;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && isBefore(items[child + 1], items[child])) {
        child++;
      }
      if (!isBefore(items[child], item)) {
        break;
      }
      put(items[child], at);
      at = child;
    }
    rise(item, at);
  }

  private void rise(int item, int place) {
    int at = place;
    while (at > 0 && isBefore(item, items[(at - 1) / 2])) {
      put(items[(at - 1) / 2], at);
      at = (at - 1) / 2;
    }
    put(item, at);
  }

  private void put(int item, int place) {
    items[place] = item;
    moved(item, place);
  }

  /** Throws unless no item comes before the one above it. */
  void check() {
    for (int place = 1; place < size; place++) {
      if (isBefore(items[place], items[(place - 1) / 2])) {
        throw new IllegalStateException("heap broken at place " + place);
      }
    }
  }
}
