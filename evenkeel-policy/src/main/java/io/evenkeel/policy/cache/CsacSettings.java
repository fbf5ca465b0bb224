package io.evenkeel.policy.cache;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is configurable in {@link Csac}.
 *
 * @param admission Ga: one of {@link CachePolicies#admissions}
 * @param eviction Ge: one of {@link CachePolicies#evictions}
 * @param prediction Gp: one of {@link CachePolicies#predictors}
 * @param prefetchRatio theta_p, 0 to 1: what one round of prefetching may take of the cache; 0 for
 *     no prefetching
 * @param nonStragglerFirst gives up what no straggler touches before anything else
 * @param admitWhenFree caches what no straggler touches too, out of what is free and, with {@code
 *     gateStragglers}, for what no straggler touches either; as printed, Algorithm 1 refuses it as
 *     soon as there is a straggler
 * @param gateStragglers asks Ga about what a straggler touches too; as printed, that is always
 *     cached
 * @param evictAtDecision evicts and accounts when it is decided to cache, as printed, not when the
 *     parity is stored
 * @param historyKeys how many keys the access history holds at most
 */
public record CsacSettings(
    String admission,
    String eviction,
    String prediction,
    double prefetchRatio,
    boolean nonStragglerFirst,
    boolean admitWhenFree,
    boolean gateStragglers,
    boolean evictAtDecision,
    int historyKeys) {
  private static final int HISTORY_KEYS = 1 << 21;

  /** SAC (MSST 2019): cache-upon-access, LRU, no prefetching. */
  public static final CsacSettings SAC =
      new CsacSettings("always", "lru", "recency", 0, false, false, false, true, HISTORY_KEYS);

  /** POCache's CSAC with LFU, and prefetching as in its Experiment 15; its others do without. */
  public static final CsacSettings PAPER = SAC.withEviction("lfu").withPrefetch("recency", 0.4);

  /**
   * What Evenkeel uses. Against {@link #PAPER}: what no straggler touches goes first, or hot files
   * that need no parity would keep it for ever; a newcomer must be worth more than what it
   * displaces, and displaces nothing before its parity is there; and what is free is used though
   * there are stragglers.
   */
  public static final CsacSettings DEFAULT =
      new CsacSettings("frequency", "lfu", "recency", 0.4, true, true, true, false, HISTORY_KEYS);

  private static final Map<String, CsacSettings> BY_NAME =
      Map.of("sac", SAC, "paper", PAPER, "default", DEFAULT);

  /** Checks every name and the ratio. */
  public CsacSettings {
    AccessHistory<Object> none = new AccessHistory<>(historyKeys);
    CachePolicies.admission(admission, none);
    CachePolicies.eviction(eviction, 1, none);
    CachePolicies.predictor(prediction, none);
    if (!(prefetchRatio >= 0 && prefetchRatio <= 1)) {
      throw new IllegalArgumentException("prefetchRatio must be 0 to 1, got " + prefetchRatio);
    }
  }

  /** The names of the presets. */
  public static Set<String> names() {
    return new TreeSet<>(BY_NAME.keySet());
  }

  /** The preset of that name; an unknown name is an error that lists the known ones. */
  public static CsacSettings named(String name) {
    CsacSettings settings = BY_NAME.get(name);
    if (settings == null) {
      throw new IllegalArgumentException(
          "no cache policy '" + name + "'; known: " + new TreeSet<>(BY_NAME.keySet()));
    }
    return settings;
  }

  /** The name of the preset that these are; empty where they are none. */
  public Optional<String> preset() {
    return BY_NAME.entrySet().stream()
        .filter(each -> each.getValue().equals(this))
        .map(Map.Entry::getKey)
        .findAny();
  }

  /** Whether anything goes by the access history, or it need not be kept. */
  boolean usesHistory() {
    return prefetchRatio > 0 || CachePolicies.usesHistory(eviction, admission);
  }

  /** The same with another eviction policy. */
  public CsacSettings withEviction(String name) {
    return new CsacSettings(
        admission,
        name,
        prediction,
        prefetchRatio,
        nonStragglerFirst,
        admitWhenFree,
        gateStragglers,
        evictAtDecision,
        historyKeys);
  }

  /** The same with another admission policy. */
  public CsacSettings withAdmission(String name) {
    return new CsacSettings(
        name,
        eviction,
        prediction,
        prefetchRatio,
        nonStragglerFirst,
        admitWhenFree,
        gateStragglers,
        evictAtDecision,
        historyKeys);
  }

  /** The same with another prediction and share of the cache to prefetch. */
  public CsacSettings withPrefetch(String predictionName, double ratio) {
    return new CsacSettings(
        admission,
        eviction,
        predictionName,
        ratio,
        nonStragglerFirst,
        admitWhenFree,
        gateStragglers,
        evictAtDecision,
        historyKeys);
  }

  /** The same, giving up first what no straggler touches or not. */
  public CsacSettings withNonStragglerFirst(boolean first) {
    return new CsacSettings(
        admission,
        eviction,
        prediction,
        prefetchRatio,
        first,
        admitWhenFree,
        gateStragglers,
        evictAtDecision,
        historyKeys);
  }

  /** The same, caching what no straggler touches while there is room or not. */
  public CsacSettings withAdmitWhenFree(boolean admit) {
    return new CsacSettings(
        admission,
        eviction,
        prediction,
        prefetchRatio,
        nonStragglerFirst,
        admit,
        gateStragglers,
        evictAtDecision,
        historyKeys);
  }

  /** The same, evicting when it is decided to cache or when the parity is stored. */
  public CsacSettings withEvictAtDecision(boolean atDecision) {
    return new CsacSettings(
        admission,
        eviction,
        prediction,
        prefetchRatio,
        nonStragglerFirst,
        admitWhenFree,
        gateStragglers,
        atDecision,
        historyKeys);
  }

  /** The same with a history of at most that many keys. */
  public CsacSettings withHistoryKeys(int keys) {
    return new CsacSettings(
        admission,
        eviction,
        prediction,
        prefetchRatio,
        nonStragglerFirst,
        admitWhenFree,
        gateStragglers,
        evictAtDecision,
        keys);
  }
}
