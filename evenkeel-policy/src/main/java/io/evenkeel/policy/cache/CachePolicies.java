package io.evenkeel.policy.cache;

import java.util.Set;
import java.util.TreeSet;

/** The eviction policies, admission policies and access predictors by name. */
public final class CachePolicies {
  private static final Set<String> EVICTIONS =
      Set.of("lru", "lfu", "arc", "w-tinylfu", "s3-fifo", "sieve");
  private static final Set<String> ADMISSIONS = Set.of("always", "frequency", "size-aware");
  private static final Set<String> PREDICTORS = Set.of("recency", "frequency", "both");
  private static final int MIN_HISTORY_KEYS = 1 << 20;

  private CachePolicies() {}

  /**
   * An eviction policy that stands by itself, for a cache of that capacity.
   *
   * @throws IllegalArgumentException if the name is unknown; the message lists the known ones
   */
  public static <K> EvictionPolicy<K> eviction(String name, long capacityBytes) {
    return name.equals("lfu") ? new Lfu<>(MIN_HISTORY_KEYS) : eviction(name, capacityBytes, null);
  }

  /** An eviction policy; one that counts goes by that history, which the caller keeps. */
  static <K> EvictionPolicy<K> eviction(String name, long capacityBytes, AccessHistory<K> history) {
    return switch (name) {
      case "lru" -> new Lru<>();
      case "lfu" -> new Lfu<>(history);
      case "arc" -> new Arc<>(capacityBytes);
      case "w-tinylfu" -> new WTinyLfu<>(capacityBytes);
      case "s3-fifo" -> new S3Fifo<>(capacityBytes);
      case "sieve" -> new Sieve<>();
      default -> throw unknown("eviction policy", name, EVICTIONS);
    };
  }

  /** An admission policy that goes by that history. */
  public static <K> AdmissionPolicy<K> admission(String name, AccessHistory<K> history) {
    return switch (name) {
      case "always" -> (frequency, sizeBytes, victims) -> true;
      case "frequency" -> new FrequencyAdmission<>(history);
      case "size-aware" -> new SizeAwareAdmission<>(history);
      default -> throw unknown("admission policy", name, ADMISSIONS);
    };
  }

  /** A predictor that goes by that history. */
  public static <K> AccessPredictor<K> predictor(String name, AccessHistory<K> history) {
    return switch (name) {
      case "recency" -> keys -> AccessPredictor.ordered(history, keys, 1);
      case "frequency" -> keys -> AccessPredictor.ordered(history, keys, 0);
      case "both" -> keys -> AccessPredictor.ordered(history, keys, 0.5);
      default -> throw unknown("access predictor", name, PREDICTORS);
    };
  }

  /** The known eviction policies. */
  public static Set<String> evictions() {
    return EVICTIONS;
  }

  /** The known admission policies. */
  public static Set<String> admissions() {
    return ADMISSIONS;
  }

  /** The known predictors. */
  public static Set<String> predictors() {
    return PREDICTORS;
  }

  private static IllegalArgumentException unknown(String what, String name, Set<String> known) {
    return new IllegalArgumentException(
        "no %s '%s'; known: %s".formatted(what, name, new TreeSet<>(known)));
  }
}
