package io.evenkeel.policy.cache;

import java.util.ArrayDeque;

/**
 * W-TinyLFU (Einziger, Friedman and Manes, ACM Transactions on Storage 2017, section 4), in bytes.
 * A window of 1 % takes newcomers in order of recency. Who is pushed out of it, the candidate,
 * meets the victim of the main space, and the less frequent of the two is given up, on a tie the
 * candidate. The main space is a segmented LRU: a probation segment, and a protected segment of 80
 * % for what was asked for there.
 */
public final class WTinyLfu<K> implements EvictionPolicy<K>, Checkable {
  private static final int WINDOW = 0;
  private static final int PROBATION = 1;
  private static final int PROTECTED = 2;
  private final KeyLists<K> entries = new KeyLists<>(3);
  private final FrequencySketch sketch = new FrequencySketch();
  private final long windowBytes;
  private final long protectedBytes;

  /** For a cache of that capacity. */
  public WTinyLfu(long capacityBytes) {
    this.windowBytes = Math.max(1, capacityBytes / 100);
    this.protectedBytes = Math.max(0, capacityBytes - windowBytes) * 4 / 5;
  }

  @Override
  public void accessed(K key) {
    sketch.increment(key);
    int slot = entries.find(key);
    if (slot == KeyLists.NONE) {
      return;
    }
    entries.move(slot, entries.list(slot) == WINDOW ? WINDOW : PROTECTED);
    while (entries.bytes(PROTECTED) > protectedBytes) {
      entries.move(entries.first(PROTECTED), PROBATION);
    }
  }

  @Override
  public void added(K key, long sizeBytes) {
    entries.add(key, sizeBytes, WINDOW);
    sketch.ensureColumns(entries.size());
    while (entries.bytes(WINDOW) > windowBytes && entries.count(WINDOW) > 1) {
      entries.move(entries.first(WINDOW), PROBATION);
    }
  }

  @Override
  public void evicted(K key) {
    removed(key);
  }

  @Override
  public void removed(K key) {
    int slot = entries.find(key);
    if (slot != KeyLists.NONE) {
      entries.remove(slot);
    }
  }

  @Override
  public Iterable<K> victims(K newcomer) {
    return () ->
        new Victims<>(entries) {
          private int candidate = entries.first(WINDOW);
          private int victim = nextOfMain(KeyLists.NONE);
          private long inWindow = entries.bytes(WINDOW);
          private final ArrayDeque<Integer> winners = new ArrayDeque<>();

          @Override
          int advance() {
            if (candidate != KeyLists.NONE && inWindow >= windowBytes) {
              int contender = candidate;
              candidate = entries.after(candidate);
              inWindow -= entries.size(contender);
              if (victim == KeyLists.NONE || !beats(contender, victim)) {
                return contender;
              }
              winners.add(contender);
              return takeVictim();
            }
            if (victim != KeyLists.NONE) {
              return takeVictim();
            }
            if (!winners.isEmpty()) {
              return winners.remove();
            }
            int left = candidate;
            candidate = left == KeyLists.NONE ? left : entries.after(left);
            return left;
          }

          private int takeVictim() {
            int taken = victim;
            victim = nextOfMain(taken);
            return taken;
          }
        };
  }

  private boolean beats(int candidate, int victim) {
    return sketch.frequency(entries.key(candidate)) > sketch.frequency(entries.key(victim));
  }

  /** The main space in order: probation, then protected. */
  private int nextOfMain(int slot) {
    int next = slot == KeyLists.NONE ? entries.first(PROBATION) : entries.after(slot);
    boolean leavesProbation = slot == KeyLists.NONE || entries.list(slot) == PROBATION;
    return next == KeyLists.NONE && leavesProbation ? entries.first(PROTECTED) : next;
  }

  /** Throws unless the segments are whole and within their bounds. */
  @Override
  public void check() {
    entries.check();
    boolean windowTooLarge = entries.bytes(WINDOW) > windowBytes && entries.count(WINDOW) > 1;
    if (windowTooLarge || entries.bytes(PROTECTED) > protectedBytes) {
      throw new IllegalStateException(
          "window %d of %d, protected %d of %d"
              .formatted(
                  entries.bytes(WINDOW), windowBytes, entries.bytes(PROTECTED), protectedBytes));
    }
  }
}
