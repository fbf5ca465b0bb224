package io.evenkeel.cli.repro;

import io.evenkeel.policy.cache.Csac;
import io.evenkeel.policy.cache.CsacSettings;

/**
 * A way to run the cache of POCache's trace, by the production policies. What is cached of a file
 * is cached whole; then its reads do not hit the straggler.
 *
 * @param isAware whether it is told of the straggler
 * @param fileBlocks what a file takes of the cache: 1 for its parity, k for its data
 * @param isFilledByWrites whether the first files written are cached while room lasts (section 4.2)
 */
record CacheContender(
    CsacSettings settings, boolean isAware, int fileBlocks, boolean isFilledByWrites) {
  /** Parity, which writers cache. */
  static CacheContender ofParity(CsacSettings settings, boolean isAware) {
    return new CacheContender(settings, isAware, 1, true);
  }

  /** How many reads, from the one at which the straggler appears, hit it: nothing is cached. */
  long hits(PocacheTrace trace, int capacityBlocks, int stragglerAt) {
    Csac<Integer> csac = new Csac<>(settings, capacityBlocks);
    if (isFilledByWrites) {
      for (Integer file : trace.writes()) {
        if (csac.reserve(file, fileBlocks)) {
          csac.written(file, fileBlocks, false);
        }
      }
    }
    long hits = 0;
    for (int i = 0; i < trace.reads().size(); i++) {
      if (i == stragglerAt && isAware) {
        csac.stragglersChanged(true, trace.touched()::contains, trace.touched());
        csac.prefetch().forEach(f -> csac.prefetched(f.key(), f.size()));
      }
      Integer file = trace.reads().get(i);
      boolean isSlow = i >= stragglerAt && trace.touched().contains(file);
      hits += isSlow && !csac.isCached(file) ? 1 : 0;
      boolean isKnown = isSlow && isAware;
      Csac.Decision decision = csac.query(file, fileBlocks, isKnown);
      csac.update(file, fileBlocks, isKnown, decision);
      if (decision == Csac.Decision.SHOULD_CACHE) {
        csac.stored(file, fileBlocks, isKnown);
      }
    }
    return hits;
  }
}
