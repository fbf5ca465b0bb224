package io.evenkeel.policy.cache;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Keys with sizes, each in exactly one of several ordered lists. Everything is done in constant
 * time; about 40 bytes a key. Lists run from their first key, the oldest, to their last. Keys are
 * named by slot ({@link KeyTable}). Not thread-safe.
 */
final class KeyLists<K> {
  static final int NONE = KeyTable.NONE;
  private final KeyTable<K> table = new KeyTable<>();
  private final int[] first;
  private final int[] last;
  private final int[] count;
  private final long[] bytes;
  private int[] before = new int[table.slots()];
  private int[] after = new int[table.slots()];
  private long[] sizes = new long[table.slots()];
  private byte[] lists = new byte[table.slots()];
  private byte[] marks = new byte[table.slots()];

  /** Lists 0 to {@code lists - 1}. */
  KeyLists(int lists) {
    first = new int[lists];
    last = new int[lists];
    count = new int[lists];
    bytes = new long[lists];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
  }

  int find(K key) {
    return table.find(key);
  }

  /** Puts a new key at the end of a list, marked 0. */
  int add(K key, long sizeBytes, int list) {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("size of " + key + " must be >= 0, got " + sizeBytes);
    }
    int slot = table.add(key);
    if (sizes.length < table.slots()) {
      before = Arrays.copyOf(before, table.slots());
      after = Arrays.copyOf(after, table.slots());
      sizes = Arrays.copyOf(sizes, table.slots());
      lists = Arrays.copyOf(lists, table.slots());
      marks = Arrays.copyOf(marks, table.slots());
    }
    sizes[slot] = sizeBytes;
    marks[slot] = 0;
    append(slot, list);
    return slot;
  }

  /** Moves a key to the end of a list, its own or another. */
  void move(int slot, int list) {
    unlink(slot);
    append(slot, list);
  }

  void remove(int slot) {
    unlink(slot);
    table.remove(slot);
  }

  /** Removes the first keys of a list until it holds at most so many bytes. */
  void trim(int list, long maxBytes) {
    while (bytes[list] > maxBytes && first[list] != NONE) {
      remove(first[list]);
    }
  }

  int first(int list) {
    return first[list];
  }

  int last(int list) {
    return last[list];
  }

  int after(int slot) {
    return after[slot];
  }

  int before(int slot) {
    return before[slot];
  }

  K key(int slot) {
    return table.key(slot);
  }

  long size(int slot) {
    return sizes[slot];
  }

  /** The key takes that much from now on. */
  void resize(int slot, long sizeBytes) {
    bytes[lists[slot]] += sizeBytes - sizes[slot];
    sizes[slot] = sizeBytes;
  }

  int list(int slot) {
    return lists[slot];
  }

  /** A small number of the owner's. */
  int mark(int slot) {
    return marks[slot];
  }

  void mark(int slot, int mark) {
    marks[slot] = (byte) mark;
  }

  int count(int list) {
    return count[list];
  }

  long bytes(int list) {
    return bytes[list];
  }

  int size() {
    return table.size();
  }

  /** Slots are below it. */
  int slots() {
    return table.slots();
  }

  /** The keys of a list from its first; valid until the next change. */
  Iterator<K> keys(int list) {
    return new Iterator<>() {
      private int at = first[list];

      @Override
      public boolean hasNext() {
        return at != NONE;
      }

      @Override
      public K next() {
        if (at == NONE) {
          throw new NoSuchElementException();
        }
        K key = table.key(at);
        at = after[at];
        return key;
      }
    };
  }

  /** Throws unless every key is in one list, linked both ways, and counts and bytes are theirs. */
  void check() {
    int all = 0;
    for (int list = 0; list < first.length; list++) {
      int keys = 0;
      long sum = 0;
      int previous = NONE;
      for (int slot = first[list]; slot != NONE; slot = after[slot]) {
        boolean right = lists[slot] == list && before[slot] == previous;
        if (!right || table.find(table.key(slot)) != slot) {
          throw new IllegalStateException("list " + list + " is broken at " + table.key(slot));
        }
        keys++;
        sum += sizes[slot];
        previous = slot;
      }
      if (keys != count[list] || sum != bytes[list] || previous != last[list]) {
        throw new IllegalStateException(
            "list %d holds %d keys of %d bytes, not %d of %d"
                .formatted(list, keys, sum, count[list], bytes[list]));
      }
      all += keys;
    }
    if (all != table.size()) {
      throw new IllegalStateException(all + " keys in lists, " + table.size() + " in the table");
    }
  }

  private void append(int slot, int list) {
    lists[slot] = (byte) list;
    before[slot] = last[list];
    after[slot] = NONE;
    if (last[list] == NONE) {
      first[list] = slot;
    } else {
      after[last[list]] = slot;
    }
    last[list] = slot;
    count[list]++;
    bytes[list] += sizes[slot];
  }

  private void unlink(int slot) {
    int list = lists[slot];
    if (before[slot] == NONE) {
      first[list] = after[slot];
    } else {
      after[before[slot]] = after[slot];
    }
    if (after[slot] == NONE) {
      last[list] = before[slot];
    } else {
      before[after[slot]] = before[slot];
    }
    count[list]--;
    bytes[list] -= sizes[slot];
  }
}
