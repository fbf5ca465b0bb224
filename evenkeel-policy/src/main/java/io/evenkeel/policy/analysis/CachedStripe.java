package io.evenkeel.policy.analysis;

/**
 * A stripe whose read is analysed, in the letters of POCache section 2.2. Racks of cached blocks
 * are other racks than those of data blocks. A node is a straggler by itself or because its rack is
 * slow.
 *
 * @param k data blocks, on distinct nodes
 * @param c cached blocks, on distinct nodes, at most k: copies of data blocks or parity blocks
 * @param a blocks of the stripe per rack; divides k and c
 * @param ps the probability that a storage node is a straggler by itself
 * @param pc the probability that a cache node is a straggler by itself
 * @param pr the probability that a rack is slow; 0 for independent stragglers
 */
public record CachedStripe(int k, int c, int a, double ps, double pc, double pr) {
  /** Checks the ranges. */
  public CachedStripe {
    if (k < 1 || c < 0 || c > k) {
      throw new IllegalArgumentException(
          "k must be >= 1 and c 0 to k, got k = %d, c = %d".formatted(k, c));
    }
    if (a < 1 || k % a != 0 || c % a != 0) {
      throw new IllegalArgumentException(
          "a must divide k and c, got k = %d, c = %d, a = %d".formatted(k, c, a));
    }
    check("ps", ps);
    check("pc", pc);
    check("pr", pr);
  }

  private static void check(String name, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(name + " must be 0 to 1, got " + probability);
    }
  }

  /** r: racks with data blocks. */
  public int dataRacks() {
    return k / a;
  }

  /** Racks with cached blocks. */
  public int cacheRacks() {
    return c / a;
  }
}
