package io.evenkeel.policy.cache;

import java.util.Arrays;

/**
 * Numbers keys: each key has a small number, its slot, while it is in the table; freed slots are
 * given out again. Who keeps something per key keeps it in plain arrays by slot, which costs a
 * fifth of what objects in hash maps do. Here about 16 bytes a key. Not thread-safe.
 */
final class KeyTable<K> {
  static final int NONE = -1;
  private static final int FIRST_SLOTS = 16;
  private Object[] keys = new Object[FIRST_SLOTS];
  // Of a freed slot, the slot freed before it.
  private int[] hashes = new int[FIRST_SLOTS];
  // Open addressing with linear probing; twice as many cells as slots; a cell holds slot + 1.
  private int[] cells = new int[2 * FIRST_SLOTS];
  private int lastFreed = NONE;
  private int limit;
  private int size;

  /** The key's slot, or {@link #NONE}. */
  int find(K key) {
    int hash = spread(key);
    for (int cell = hash & mask(); cells[cell] != 0; cell = (cell + 1) & mask()) {
      int slot = cells[cell] - 1;
      if (hashes[slot] == hash && keys[slot].equals(key)) {
        return slot;
      }
    }
    return NONE;
  }

  /** Gives a key that is not in the table a slot. */
  int add(K key) {
    if (find(key) != NONE) {
      throw new IllegalStateException(key + " is in the table already");
    }
    int slot = lastFreed;
    if (slot == NONE) {
      slot = limit++;
      if (slot == keys.length) {
        grow();
      }
    } else {
      lastFreed = hashes[slot];
    }
    keys[slot] = key;
    hashes[slot] = spread(key);
    size++;
    place(slot);
    return slot;
  }

  /** Takes the key of that slot out. */
  void remove(int slot) {
    int hole = hashes[slot] & mask();
    while (cells[hole] != slot + 1) {
      hole = (hole + 1) & mask();
    }
    keys[slot] = null;
    size--;
    // Closes the hole: whoever was pushed past it moves back, so that no search ends too early.
    for (int cell = (hole + 1) & mask(); cells[cell] != 0; cell = (cell + 1) & mask()) {
      int home = hashes[cells[cell] - 1] & mask();
      if (((cell - home) & mask()) >= ((cell - hole) & mask())) {
        cells[hole] = cells[cell];
        hole = cell;
      }
    }
    cells[hole] = 0;
    hashes[slot] = lastFreed;
    lastFreed = slot;
  }

  @SuppressWarnings("unchecked")
  K key(int slot) {
    return (K) keys[slot];
  }

  int size() {
    return size;
  }

  /** All slots ever given out are below it; arrays by slot need this length. */
  int slots() {
    return keys.length;
  }

  private void grow() {
    int slots = Math.multiplyExact(keys.length, 2);
    keys = Arrays.copyOf(keys, slots);
    hashes = Arrays.copyOf(hashes, slots);
    cells = new int[Math.multiplyExact(slots, 2)];
    for (int slot = 0; slot < slots / 2; slot++) {
      place(slot);
    }
  }

  private void place(int slot) {
    int cell = hashes[slot] & mask();
    while (cells[cell] != 0) {
      cell = (cell + 1) & mask();
    }
    cells[cell] = slot + 1;
  }

  private int mask() {
    return cells.length - 1;
  }

  private static int spread(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }
}
