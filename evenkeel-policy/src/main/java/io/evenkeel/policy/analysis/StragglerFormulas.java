package io.evenkeel.policy.analysis;

/**
 * P, the probability that a read hits a straggler, by the formulas of POCache section 2.2 for
 * correlated stragglers, which with pr = 0 are those for independent ones. Two binomials of the
 * printed text are corrected, C(c/a, i) slow racks among those with cached copies and C(c/a, v)
 * slow cache racks; {@link StragglerEnumeration} bears both out.
 */
public final class StragglerFormulas {
  private StragglerFormulas() {}

  /** Without a cache: P = 1 - ((1 - pr) (1 - ps)^a)^r. */
  public static double noCaching(CachedStripe s) {
    // By logarithms, for 1 - x loses the digits of a small P.
    return -Math.expm1(s.dataRacks() * (Math.log1p(-s.pr()) + s.a() * Math.log1p(-s.ps())));
  }

  /**
   * With copies of c data blocks cached, of whole racks: i of those racks and j of their other
   * nodes may be slow if the cache nodes of the ia + j copies are not. The paper's best case, in
   * which these copies are in as few racks as possible: exact for c <= a or pr = 0, otherwise
   * slightly low.
   */
  public static double dataOnlyCaching(CachedStripe s) {
    double good = 0;
    for (int i = 0; i <= s.cacheRacks(); i++) {
      int left = s.c() - i * s.a();
      for (int j = 0; j <= left; j++) {
        int copies = i * s.a() + j;
        int racks = (copies + s.a() - 1) / s.a();
        good +=
            choose(s.cacheRacks(), i)
                * power(s.pr(), i)
                * power(1 - s.pr(), s.dataRacks() - i + racks)
                * choose(left, j)
                * power(s.ps(), j)
                * power(1 - s.ps(), s.k() - copies)
                * power(1 - s.pc(), copies);
      }
    }
    return Math.max(0, 1 - good);
  }

  /**
   * With c parity blocks cached: a read is good if at most c of the k + c nodes are stragglers. The
   * paper sums those states and takes the rest of 1; this sums the others, for the rest of 1 has no
   * digits left when P is small.
   */
  public static double parityOnlyCaching(CachedStripe s) {
    double bad = 0;
    for (int i = 0; i <= s.dataRacks(); i++) {
      int nodes = s.k() - i * s.a();
      for (int j = 0; j <= nodes; j++) {
        double data = binomial(s.dataRacks(), i, s.pr()) * binomial(nodes, j, s.ps());
        for (int v = 0; v <= s.cacheRacks(); v++) {
          int cacheNodes = s.c() - v * s.a();
          for (int w = 0; w <= cacheNodes; w++) {
            if (i * s.a() + j + v * s.a() + w > s.c()) {
              bad += data * binomial(s.cacheRacks(), v, s.pr()) * binomial(cacheNodes, w, s.pc());
            }
          }
        }
      }
    }
    return bad;
  }

  private static double binomial(int n, int i, double p) {
    return choose(n, i) * power(p, i) * power(1 - p, n - i);
  }

  private static double power(double base, int exponent) {
    return Math.pow(base, exponent);
  }

  private static double choose(int n, int i) {
    double product = 1;
    for (int factor = 1; factor <= i; factor++) {
      product = product * (n - i + factor) / factor;
    }
    return product;
  }
}
