package io.evenkeel.policy.cache;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The eviction policies, admission policies and access predictors by name. A new one is one more
 * line here: all that chooses, lists, tests or compares policies goes by these tables.
 */
public final class CachePolicies {
  private static final Map<String, EvictionEntry> EVICTIONS = new LinkedHashMap<>();
  private static final Map<String, AdmissionEntry> ADMISSIONS = new LinkedHashMap<>();
  private static final Map<String, Double> PREDICTORS = new LinkedHashMap<>();

  static {
    evicts("lru", capacityBytes -> new Lru<>());
    evictsByHistory("lfu", (capacityBytes, history) -> new Lfu<>(history));
    evicts("arc", Arc::new);
    evicts("w-tinylfu", WTinyLfu::new);
    evicts("s3-fifo", S3Fifo::new);
    evicts("sieve", capacityBytes -> new Sieve<>());

    admits("always", (frequency, sizeBytes, victims) -> true);
    admitsByHistory("frequency", FrequencyAdmission::new);
    admitsByHistory("size-aware", SizeAwareAdmission::new);

    // What recency weighs beside frequency.
    PREDICTORS.put("recency", 1.0);
    PREDICTORS.put("frequency", 0.0);
    PREDICTORS.put("both", 0.5);
  }

  private CachePolicies() {}

  private interface EvictionByCapacity {
    EvictionPolicy<Object> make(long capacityBytes);
  }

  private interface EvictionByHistory {
    EvictionPolicy<Object> make(long capacityBytes, AccessHistory<Object> history);
  }

  private interface AdmissionByHistory {
    AdmissionPolicy<Object> make(AccessHistory<Object> history);
  }

  private record EvictionEntry(EvictionByHistory factory, boolean usesHistory) {}

  private record AdmissionEntry(AdmissionByHistory factory, boolean usesHistory) {}

  private static void evicts(String name, EvictionByCapacity factory) {
    EVICTIONS.put(
        name, new EvictionEntry((capacityBytes, history) -> factory.make(capacityBytes), false));
  }

  private static void evictsByHistory(String name, EvictionByHistory factory) {
    EVICTIONS.put(name, new EvictionEntry(factory, true));
  }

  private static void admits(String name, AdmissionPolicy<Object> policy) {
    ADMISSIONS.put(name, new AdmissionEntry(history -> policy, false));
  }

  private static void admitsByHistory(String name, AdmissionByHistory factory) {
    ADMISSIONS.put(name, new AdmissionEntry(factory, true));
  }

  /**
   * An eviction policy for a cache of that capacity.
   *
   * @param history what one that counts goes by; the caller records each access there first
   * @throws IllegalArgumentException if the name is unknown; the message lists the known ones
   */
  @SuppressWarnings("unchecked") // A policy makes no keys: it gives back those that it is given.
  public static <K> EvictionPolicy<K> eviction(
      String name, long capacityBytes, AccessHistory<K> history) {
    EvictionEntry entry = named("eviction policy", EVICTIONS, name);
    return (EvictionPolicy<K>) entry.factory.make(capacityBytes, (AccessHistory<Object>) history);
  }

  /** An admission policy that goes by that history; unknown names as with evictions. */
  @SuppressWarnings("unchecked") // As above.
  public static <K> AdmissionPolicy<K> admission(String name, AccessHistory<K> history) {
    AdmissionEntry entry = named("admission policy", ADMISSIONS, name);
    return (AdmissionPolicy<K>) entry.factory.make((AccessHistory<Object>) history);
  }

  /** A predictor that goes by that history; unknown names as with evictions. */
  public static <K> AccessPredictor<K> predictor(String name, AccessHistory<K> history) {
    double recencyWeight = named("access predictor", PREDICTORS, name);
    return keys -> AccessPredictor.ordered(history, keys, recencyWeight);
  }

  /** Whether that eviction or that admission policy looks at the history. */
  static boolean usesHistory(String eviction, String admission) {
    return named("eviction policy", EVICTIONS, eviction).usesHistory
        || named("admission policy", ADMISSIONS, admission).usesHistory;
  }

  /** The known eviction policies, always in the same order. */
  public static Set<String> evictions() {
    return Collections.unmodifiableSet(EVICTIONS.keySet());
  }

  /** The known admission policies, always in the same order. */
  public static Set<String> admissions() {
    return Collections.unmodifiableSet(ADMISSIONS.keySet());
  }

  /** The known predictors, always in the same order. */
  public static Set<String> predictors() {
    return Collections.unmodifiableSet(PREDICTORS.keySet());
  }

  private static <V> V named(String what, Map<String, V> known, String name) {
    V found = known.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no %s '%s'; known: %s".formatted(what, name, new TreeSet<>(known.keySet())));
    }
    return found;
  }
}
