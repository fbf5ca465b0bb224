package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every policy against its reference, request by request, on the same seeded traces. */
class EvictionReferenceTest {
  private static final int SEEDS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"lru", "lfu", "arc", "w-tinylfu", "s3-fifo", "sieve"})
  void equalSizes_sameContentsAfterEveryRequest(String name) {
    for (long seed = 0; seed < SEEDS; seed++) {
      compare(name, seed, 1, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lru", "lfu", "arc", "w-tinylfu", "s3-fifo", "sieve"})
  void deletions_areForgotten(String name) {
    for (long seed = 0; seed < SEEDS; seed++) {
      compare(name, seed, 1, 0.03);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lru", "lfu", "arc", "sieve"})
  void anySizes_sameContentsAfterEveryRequest(String name) {
    for (long seed = 0; seed < SEEDS; seed++) {
      compare(name, seed, 9, 0.01);
    }
  }

  @Test
  void lfu_agesAsItsReferenceDoes() {
    Traces trace = new Traces(new Random(5), 100, 0.9);
    ReferenceCache reference = ReferenceCache.named("lfu", 10);
    PolicyCache<Integer> cache = new PolicyCache<>(CachePolicies.eviction("lfu", 10), 10);
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
    ReferenceCache reference = ReferenceCache.named(name, capacity);
    PolicyCache<Integer> cache =
        new PolicyCache<>(CachePolicies.eviction(name, capacity), capacity);
    for (int step = 0; step < 600; step++) {
      // The popularity moves on: what was first among 100 keys becomes last.
      int key = (trace.next() + step / 100) % 100;
      long size = 1 + key * 7L % maxSize;
      if (random.nextDouble() < deletions) {
        reference.remove(key);
        cache.remove(key);
      } else {
        reference.request(key, size);
        cache.request(key, size);
      }
      assertThat(cache.sizes)
          .as("%s, seed %d, step %d, capacity %d", name, seed, step, capacity)
          .isEqualTo(reference.sizes);
      assertThat(cache.policy.victims(-1))
          .containsExactlyInAnyOrderElementsOf(cache.sizes.keySet());
      check(cache.policy);
    }
  }

  private static void check(EvictionPolicy<Integer> policy) {
    if (policy instanceof Lfu<Integer> lfu) {
      lfu.check();
    } else if (policy instanceof Arc<Integer> arc) {
      arc.check();
    } else if (policy instanceof WTinyLfu<Integer> wTinyLfu) {
      wTinyLfu.check();
    } else if (policy instanceof S3Fifo<Integer> s3Fifo) {
      s3Fifo.check();
    } else if (policy instanceof Sieve<Integer> sieve) {
      sieve.check();
    }
  }
}
