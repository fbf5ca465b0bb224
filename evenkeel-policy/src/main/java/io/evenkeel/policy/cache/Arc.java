package io.evenkeel.policy.cache;

/**
 * ARC, the adaptive replacement cache (Megiddo and Modha, FAST 2003, Fig. 4), for entries of any
 * size. T1 holds what was asked for once lately, T2 what was asked for again; B1 and B2 remember
 * what was given up of either. A newcomer that B1 remembers moves the target p of T1 up, one that
 * B2 remembers moves it down. All of the paper's |X| are bytes: with entries of size 1 this is the
 * paper's ARC. T1 and B1 together stay within the capacity c, all four within 2c.
 */
public final class Arc<K> implements EvictionPolicy<K>, Checkable {
  private static final int T1 = 0;
  private static final int T2 = 1;
  private static final int B1 = 2;
  private static final int B2 = 3;
  private final KeyLists<K> entries = new KeyLists<>(4);
  private final long capacityBytes;
  private double p;
  // The paper adapts p before it makes room, and making room changes B1 and B2.
  private K expected;
  private double pOfExpected;

  /** For a cache of that capacity c. */
  public Arc(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  @Override
  public void accessed(K key) {
    expected = null;
    // Case I: x in T1 or T2.
    if (isCached(key)) {
      entries.move(entries.find(key), T2);
    }
  }

  @Override
  public void added(K key, long sizeBytes) {
    if (isCached(key)) {
      throw new IllegalStateException(key + " is cached already");
    }
    int slot = entries.find(key);
    if (slot == KeyLists.NONE) {
      // Case IV: x is new.
      entries.add(key, sizeBytes, T1);
    } else {
      // Cases II and III: x in B1 or B2.
      p = key.equals(expected) ? pOfExpected : adapted(slot);
      entries.remove(slot);
      entries.add(key, sizeBytes, T2);
    }
    expected = null;
    trimGhosts();
  }

  @Override
  public void evicted(K key) {
    if (isCached(key)) {
      int slot = entries.find(key);
      entries.move(slot, entries.list(slot) == T1 ? B1 : B2);
    }
  }

  @Override
  public void removed(K key) {
    expected = null;
    if (isCached(key)) {
      entries.remove(entries.find(key));
    }
  }

  /** REPLACE(x, p), again and again. */
  @Override
  public Iterable<K> victims(K newcomer) {
    int x = newcomer == null ? KeyLists.NONE : entries.find(newcomer);
    double target = x == KeyLists.NONE ? p : adapted(x);
    boolean inB2 = x != KeyLists.NONE && entries.list(x) == B2;
    expected = newcomer;
    pOfExpected = target;
    return () ->
        new Victims<>(entries) {
          private int inT1 = entries.first(T1);
          private int inT2 = entries.first(T2);
          private long t1Bytes = entries.bytes(T1);

          @Override
          int advance() {
            int toTarget = Double.compare((double) t1Bytes, target);
            boolean fromT1 = toTarget > 0 || (inB2 && toTarget == 0);
            int victim;
            if (inT1 != KeyLists.NONE && (fromT1 || inT2 == KeyLists.NONE)) {
              victim = inT1;
              t1Bytes -= entries.size(victim);
              inT1 = entries.after(victim);
            } else {
              victim = inT2;
              inT2 = victim == KeyLists.NONE ? victim : entries.after(victim);
            }
            return victim;
          }
        };
  }

  /**
   * p after a request for what that slot remembers: one step is x's size, or more if its list is
   * the smaller.
   */
  private double adapted(int slot) {
    double b1 = (double) entries.bytes(B1);
    double b2 = (double) entries.bytes(B2);
    return switch (entries.list(slot)) {
      case B1 -> Math.min((double) capacityBytes, p + entries.size(slot) * Math.max(1, b2 / b1));
      case B2 -> Math.max(0, p - entries.size(slot) * Math.max(1, b1 / b2));
      default -> p;
    };
  }

  private void trimGhosts() {
    long cached = entries.bytes(T1) + entries.bytes(T2);
    entries.trim(B1, Math.max(0, capacityBytes - entries.bytes(T1)));
    entries.trim(B2, Math.max(0, 2 * capacityBytes - cached - entries.bytes(B1)));
  }

  private boolean isCached(K key) {
    int slot = entries.find(key);
    return slot != KeyLists.NONE && entries.list(slot) <= T2;
  }

  /** Throws unless p, the lists and the ghosts' bounds are right. */
  @Override
  public void check() {
    entries.check();
    long t1 = entries.bytes(T1);
    boolean bounded = entries.bytes(B1) == 0 || t1 + entries.bytes(B1) <= capacityBytes;
    if (p < 0 || p > capacityBytes || !bounded) {
      throw new IllegalStateException("p %s, T1 %d, B1 %d".formatted(p, t1, entries.bytes(B1)));
    }
  }
}
