package io.evenkeel.policy.cache;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** The references by the names of their policies. */
final class ReferenceCaches {
  private static final Map<String, LongFunction<ReferenceCache>> OF_ANY_SIZES =
      Map.of(
          "lru",
          ReferenceCache.Lru::new,
          "lfu",
          ReferenceCache.Lfu::new,
          "arc",
          ReferenceArc::new,
          "sieve",
          ReferenceCache.Sieve::new);

  /** Those that evict one by one, which gives the same for equal sizes only. */
  private static final Map<String, LongFunction<ReferenceCache>> OF_EQUAL_SIZES =
      Map.of("w-tinylfu", ReferenceWTinyLfu::new, "s3-fifo", ReferenceS3Fifo::new);

  private ReferenceCaches() {}

  /** The reference of a policy, if it has one: for entries of equal sizes, or of any. */
  static Optional<ReferenceCache> named(String name, long capacity, boolean anySizes) {
    LongFunction<ReferenceCache> reference = OF_ANY_SIZES.get(name);
    if (reference == null && !anySizes) {
      reference = OF_EQUAL_SIZES.get(name);
    }
    return Optional.ofNullable(reference).map(factory -> factory.apply(capacity));
  }

  /** The policies that have one. */
  static Set<String> names() {
    Set<String> names = new TreeSet<>(OF_ANY_SIZES.keySet());
    names.addAll(OF_EQUAL_SIZES.keySet());
    return names;
  }
}
