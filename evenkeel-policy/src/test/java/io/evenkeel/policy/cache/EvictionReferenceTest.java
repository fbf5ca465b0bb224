package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.seeds.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every policy that there is, request by request on seeded traces: what the interface promises, and
 * the contents of its reference where it has one ({@link ReferenceCaches}).
 */
class EvictionReferenceTest {
  private static final int SEEDS = 20;
  private static final int STEPS = 600;

  static Set<String> evictions() {
    return CachePolicies.evictions();
  }

  @ParameterizedTest
  @MethodSource("evictions")
  void equalSizes_sameContentsAfterEveryRequest(String name) {
    Seeds.run(
        EvictionReferenceTest.class,
        SEEDS,
        seed -> {
          compare(name, seed, 1, 0);
        });
  }

  @ParameterizedTest
  @MethodSource("evictions")
  void deletions_areForgotten(String name) {
    Seeds.run(
        EvictionReferenceTest.class,
        SEEDS,
        seed -> {
          compare(name, seed, 1, 0.03);
        });
  }

  @ParameterizedTest
  @MethodSource("evictions")
  void anySizes_sameContentsAfterEveryRequest(String name) {
    Seeds.run(
        EvictionReferenceTest.class,
        SEEDS,
        seed -> {
          compare(name, seed, 9, 0.01);
        });
  }

  /** A reference of a policy that there is none of would compare nothing. */
  @Test
  void references_areOfPolicies() {
    assertThat(CachePolicies.evictions()).containsAll(ReferenceCaches.names());
  }

  @Test
  void lfu_agesAsItsReferenceDoes() {
    Traces trace = new Traces(new Random(5), 100, 0.9);
    ReferenceCache reference = ReferenceCaches.named("lfu", 10, false).orElseThrow();
    PolicyCache<Integer> cache = new PolicyCache<>("lfu", 10);
    for (int step = 0; step < 30_000; step++) {
      int key = (trace.next() + step / 3000) % 100;
      reference.request(key, 1);
      cache.request(key, 1);
      if (!cache.sizes.equals(reference.sizes)) {
        assertThat(cache.sizes).as("step %d", step).isEqualTo(reference.sizes);
      }
    }
  }

  private static void compare(String name, long seed, int maxSize, double deletions) {
    Random random = new Random(seed);
    int capacity = maxSize * (1 + random.nextInt(40));
    Traces trace = new Traces(random, 100, 0.9);
    Optional<ReferenceCache> reference = ReferenceCaches.named(name, capacity, maxSize > 1);
    PolicyCache<Integer> cache = new PolicyCache<>(name, capacity);
    PolicyCache<Integer> again = new PolicyCache<>(name, capacity);
    for (int step = 0; step < STEPS; step++) {
      // The popularity moves on: what was first among 100 keys becomes last.
      int key = (trace.next() + step / 100) % 100;
      long size = 1 + key * 7L % maxSize;
      String when = "%s, seed %d, step %d, capacity %d".formatted(name, seed, step, capacity);
      if (random.nextDouble() < deletions) {
        reference.ifPresent(expected -> expected.remove(key));
        cache.remove(key);
        again.remove(key);
      } else {
        reference.ifPresent(expected -> expected.request(key, size));
        cache.request(key, size);
        again.request(key, size);
        assertThat(cache.sizes).as(when).containsKey(key);
      }
      reference.ifPresent(expected -> assertThat(cache.sizes).as(when).isEqualTo(expected.sizes));
      assertPromises(cache, again, capacity, when);
    }
  }

  /** What {@link EvictionPolicy} says of any of them. */
  private static void assertPromises(
      PolicyCache<Integer> cache, PolicyCache<Integer> again, int capacity, String when) {
    assertThat(cache.sizes.values().stream().mapToLong(Long::longValue).sum())
        .as(when)
        .isLessThanOrEqualTo(capacity);
    List<Integer> victims = new ArrayList<>();
    cache.policy.victims(-1).forEach(victims::add);
    assertThat(victims).as(when).containsExactlyInAnyOrderElementsOf(cache.sizes.keySet());
    assertThat(cache.policy.victims(-1))
        .as(when + ": looking changes nothing")
        .containsExactlyElementsOf(victims);
    assertThat(again.policy.victims(-1))
        .as(when + ": deterministic")
        .containsExactlyElementsOf(victims);
    if (cache.policy instanceof Checkable books) {
      books.check();
    }
  }
}
