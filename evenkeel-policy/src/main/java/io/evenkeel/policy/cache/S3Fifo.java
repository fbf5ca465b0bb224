package io.evenkeel.policy.cache;

import java.util.ArrayDeque;

/**
 * S3-FIFO (Yang et al., SOSP 2023, Algorithm 1), in bytes. New entries go through a small queue S
 * of a tenth of the cache; those asked for more than once meanwhile go on to the main queue M, the
 * others are given up and remembered in the ghost queue G, from where they would go to M at once. M
 * gives an entry as many second chances as it was asked for, at most 3.
 */
public final class S3Fifo<K> implements EvictionPolicy<K>, Checkable {
  private static final int S = 0;
  private static final int M = 1;
  private static final int G = 2;
  private static final int FREQUENCY_MAX = 3;
  private final KeyLists<K> entries = new KeyLists<>(3);
  private final long smallBytes;
  private final long mainBytes;

  /** For a cache of that capacity. */
  public S3Fifo(long capacityBytes) {
    this.smallBytes = Math.max(1, capacityBytes / 10);
    this.mainBytes = Math.max(0, capacityBytes - smallBytes);
  }

  @Override
  public void accessed(K key) {
    if (isCached(key)) {
      int slot = entries.find(key);
      entries.mark(slot, Math.min(FREQUENCY_MAX, entries.mark(slot) + 1));
    }
  }

  @Override
  public void added(K key, long sizeBytes) {
    if (isCached(key)) {
      throw new IllegalStateException(key + " is cached already");
    }
    int ghost = entries.find(key);
    if (ghost == KeyLists.NONE) {
      entries.add(key, sizeBytes, S);
    } else {
      entries.remove(ghost);
      entries.add(key, sizeBytes, M);
    }
  }

  @Override
  public void evicted(K key) {
    if (!isCached(key)) {
      return;
    }
    int slot = entries.find(key);
    spendChances();
    if (entries.list(slot) == S) {
      entries.mark(slot, 0);
      entries.move(slot, G);
      entries.trim(G, Math.max(1, mainBytes));
    } else {
      entries.remove(slot);
    }
  }

  @Override
  public void removed(K key) {
    if (isCached(key)) {
      entries.remove(entries.find(key));
    }
  }

  /** The algorithm's evictions one after the other, on copies of what they change. */
  @Override
  public Iterable<K> victims(K newcomer) {
    return () -> new Evictions();
  }

  /** What is passed over on the way to the first victim moves to the end of M for good. */
  private void spendChances() {
    Evictions evictions = new Evictions();
    evictions.advance();
    for (Chance chance : evictions.tailOfM) {
      entries.mark(chance.slot, chance.left);
      entries.move(chance.slot, M);
    }
  }

  private boolean isCached(K key) {
    int slot = entries.find(key);
    return slot != KeyLists.NONE && entries.list(slot) != G;
  }

  /** Throws unless the queues are whole and the ghosts bounded. */
  @Override
  public void check() {
    entries.check();
    if (entries.bytes(G) > Math.max(1, mainBytes)) {
      throw new IllegalStateException("G holds " + entries.bytes(G) + " bytes");
    }
  }

  private final class Evictions extends Victims<K> {
    private int inS = entries.first(S);
    private int inM = entries.first(M);
    private long bytesOfS = entries.bytes(S);
    private long bytesOfM = entries.bytes(M);
    // What has been put at M's end meanwhile.
    private final ArrayDeque<Chance> tailOfM = new ArrayDeque<>();

    Evictions() {
      super(entries);
    }

    @Override
    int advance() {
      while (inS != KeyLists.NONE && (bytesOfS >= smallBytes || isMEmpty())) {
        int slot = inS;
        inS = entries.after(slot);
        bytesOfS -= entries.size(slot);
        if (entries.mark(slot) <= 1) {
          return slot;
        }
        bytesOfM += entries.size(slot);
        tailOfM.add(new Chance(slot, 0));
        if (bytesOfM > mainBytes) {
          break;
        }
      }
      while (!isMEmpty()) {
        Chance head = inM == KeyLists.NONE ? tailOfM.remove() : new Chance(inM, entries.mark(inM));
        inM = inM == KeyLists.NONE ? inM : entries.after(inM);
        if (head.left == 0) {
          bytesOfM -= entries.size(head.slot);
          return head.slot;
        }
        tailOfM.add(new Chance(head.slot, head.left - 1));
      }
      return KeyLists.NONE;
    }

    private boolean isMEmpty() {
      return inM == KeyLists.NONE && tailOfM.isEmpty();
    }
  }

  private record Chance(int slot, int left) {}
}
