package io.evenkeel.manager;

import java.util.BitSet;

/**
 * Which of many paths can be, or be beneath, one of some: by one look at each of its characters,
 * where to cut it at each slash and look that up would take ten times as long.
 */
final class PathHashes {
  private static final int BITS = 1 << 20;
  private static final int HASH_FACTOR = 31;
  private final BitSet hashes = new BitSet(BITS);

  void add(String path) {
    hashes.set(bit(path.hashCode()));
  }

  /** False only where neither a path nor what it is beneath was added. */
  boolean mayHaveOneOf(String path) {
    // As String.hashCode of all that ends before a slash, and of the whole.
    int hash = 0;
    for (int i = 0; i < path.length(); i++) {
      char next = path.charAt(i);
      if (next == '/' && hashes.get(bit(hash))) {
        return true;
      }
      hash = HASH_FACTOR * hash + next;
    }
    return hashes.get(bit(hash));
  }

  private static int bit(int hash) {
    return (hash ^ (hash >>> 20)) & (BITS - 1);
  }
}
