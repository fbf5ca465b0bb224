package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.seeds.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClairvoyantTest {
  @Test
  void oneEntry_keepsWhatComesAgainSooner() {
    // a is kept through b and c, which come once; at d, which comes again sooner, it is given up.
    List<String> requests = List.of("a", "b", "a", "c", "d", "d", "a");
    assertThat(Clairvoyant.misses(requests, 1, Set.of())).isEqualTo(5);
    assertThat(Clairvoyant.misses(requests, 1, Set.of("a"))).isEqualTo(4);
    assertThat(Clairvoyant.missesWithPrefetch(requests, 1)).isEqualTo(4);
    assertThat(Clairvoyant.misses(requests, 0, Set.of())).isEqualTo(7);
    assertThat(Clairvoyant.missesWithPrefetch(requests, 4)).isZero();
  }

  @Test
  void noChoiceOfContentsDoesBetter() {
    Seeds.run(
        ClairvoyantTest.class,
        200,
        seed -> {
          Random random = new Random(seed);
          int capacity = 1 + random.nextInt(3);
          List<Integer> requests = new ArrayList<>();
          for (int i = 0; i < 9; i++) {
            requests.add(random.nextInt(5));
          }
          assertThat(Clairvoyant.misses(requests, capacity, Set.of()))
              .as("seed %d", seed)
              .isEqualTo(best(requests, 0, Set.of(), capacity));
          long prefetched = Long.MAX_VALUE;
          for (int subset = 0; subset < 32; subset++) {
            Set<Integer> start = new HashSet<>();
            for (int key = 0; key < 5; key++) {
              if ((subset >> key & 1) == 1) {
                start.add(key);
              }
            }
            if (start.size() <= capacity) {
              prefetched = Math.min(prefetched, best(requests, 0, start, capacity));
            }
          }
          assertThat(Clairvoyant.missesWithPrefetch(requests, capacity))
              .as("seed %d", seed)
              .isEqualTo(prefetched);
        });
  }

  /** Tries everything: cache the request or not, and in place of each that is cached. */
  private static long best(List<Integer> requests, int at, Set<Integer> cached, int capacity) {
    if (at == requests.size()) {
      return 0;
    }
    Integer key = requests.get(at);
    if (cached.contains(key)) {
      return best(requests, at + 1, cached, capacity);
    }
    long least = best(requests, at + 1, cached, capacity);
    Set<Integer> with = new HashSet<>(cached);
    with.add(key);
    if (with.size() <= capacity) {
      return 1 + Math.min(least, best(requests, at + 1, with, capacity));
    }
    for (Integer victim : cached) {
      Set<Integer> instead = new HashSet<>(with);
      instead.remove(victim);
      least = Math.min(least, best(requests, at + 1, instead, capacity));
    }
    return 1 + least;
  }
}
