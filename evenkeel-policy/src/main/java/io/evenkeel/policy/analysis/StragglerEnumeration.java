package io.evenkeel.policy.analysis;

/**
 * P, the probability that a read hits a straggler, by going through every state of the k + c nodes
 * and summing the probabilities of those in which it does. Owes nothing to the formulas.
 * Exponential: for at most {@value #NODES_MAX} nodes.
 */
public final class StragglerEnumeration {
  /** The largest k + c. */
  public static final int NODES_MAX = 24;

  private final CachedStripe stripe;

  private StragglerEnumeration(CachedStripe stripe) {
    if (stripe.k() + stripe.c() > NODES_MAX) {
      throw new IllegalArgumentException(
          "enumerates the states of at most %d nodes, got k + c = %d"
              .formatted(NODES_MAX, stripe.k() + stripe.c()));
    }
    this.stripe = stripe;
  }

  /** Without a cache: no data node may be a straggler. */
  public static double noCaching(CachedStripe s) {
    return new StragglerEnumeration(s).sum(0, 0, 1, (data, cache) -> data == 0);
  }

  /**
   * With copies of the first c data blocks cached, the copies of one rack in one rack: every
   * straggler's block must have a copy on a node that is none.
   */
  public static double dataOnlyCaching(CachedStripe s) {
    int copied = (1 << s.c()) - 1;
    return new StragglerEnumeration(s)
        .sum(0, 0, 1, (data, cache) -> (data & ~copied) == 0 && (data & cache) == 0);
  }

  /** With c parity blocks cached: at most c of all nodes may be stragglers. */
  public static double parityOnlyCaching(CachedStripe s) {
    return new StragglerEnumeration(s)
        .sum(0, 0, 1, (data, cache) -> Integer.bitCount(data) + Integer.bitCount(cache) <= s.c());
  }

  /** Whether a read is good, by the stragglers among the data and the cache nodes, a bit each. */
  @FunctionalInterface
  private interface Good {
    boolean test(int data, int cache);
  }

  /** The states of the racks from that one on, given the stragglers of those before. */
  private double sum(int rack, int stragglers, double probability, Good good) {
    int a = stripe.a();
    if (rack == stripe.dataRacks() + stripe.cacheRacks()) {
      int data = stragglers & ((1 << stripe.k()) - 1);
      return good.test(data, stragglers >>> stripe.k()) ? 0 : probability;
    }
    double own = rack < stripe.dataRacks() ? stripe.ps() : stripe.pc();
    double total = 0;
    for (int state = 0; state < 1 << a; state++) {
      int slow = Integer.bitCount(state);
      double here = (1 - stripe.pr()) * Math.pow(own, slow) * Math.pow(1 - own, a - slow);
      if (slow == a) {
        here += stripe.pr();
      }
      if (here > 0) {
        total += sum(rack + 1, stragglers | state << (rack * a), probability * here, good);
      }
    }
    return total;
  }
}
