package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hit ratios in percent against those of another model: 100 keys, 2,000 requests, Zipf 0.9. It has
 * 44.3 for sieve at 10, whose hand it leaves before the next newcomer instead of sending it back to
 * the oldest (so changed it has 43.3), and 45.1 for w-tinylfu at 10, which it ages after 100
 * accesses instead of 160.
 */
class HitRatioTest {
  private static final int SEEDS = 40;
  private static final int REQUESTS = 2000;
  private static final int[] CAPACITIES = {10, 20, 40, 60, 80};

  @ParameterizedTest
  @CsvSource({
    "lru, 32.6, 49.6, 69.0, 81.3, 89.9",
    "arc, 39.9, 53.6, 70.2, 81.5, 89.9",
    "sieve, 43.3, 58.0, 73.2, 83.1, 90.4",
    "s3-fifo, 44.8, 57.5, 72.1, 82.8, 90.2",
    "w-tinylfu, 45.6, 59.0, 74.0, 83.5, 90.4",
    "lfu, 47.6, 60.8, 74.8, 83.8, 90.5"
  })
  void matchesTheOtherModel(
      String name, double at10, double at20, double at40, double at60, double at80) {
    double[] expected = {at10, at20, at40, at60, at80};
    for (int i = 0; i < CAPACITIES.length; i++) {
      double sum = 0;
      double squares = 0;
      for (int seed = 0; seed < SEEDS; seed++) {
        double percent = hitPercent(name, CAPACITIES[i], seed);
        sum += percent;
        squares += percent * percent;
      }
      double mean = sum / SEEDS;
      double error = Math.sqrt((squares / SEEDS - mean * mean) / (SEEDS - 1));
      // The other model's own error, of 200 seeds, and the digit it is given to, are in it.
      assertThat(Math.abs(mean - expected[i]))
          .as("%s at %d: %.2f, standard error %.2f", name, CAPACITIES[i], mean, error)
          .isLessThanOrEqualTo(3 * error * Math.hypot(1, Math.sqrt(SEEDS / 200.0)) + 0.05);
    }
  }

  static Set<String> evictions() {
    return CachePolicies.evictions();
  }

  /** Of any policy, whoever else has figures of it: more room is more hits, up to the optimum. */
  @ParameterizedTest
  @MethodSource("evictions")
  void risesWithTheRoom_andStaysBelowTheOptimum(String name) {
    double before = 0;
    for (int capacity : CAPACITIES) {
      double sum = 0;
      for (int seed = 0; seed < SEEDS; seed++) {
        double percent = hitPercent(name, capacity, seed);
        long fewestMisses = Clairvoyant.misses(requests(seed), capacity, List.of());
        assertThat(percent)
            .as("%s at %d, seed %d", name, capacity, seed)
            .isLessThanOrEqualTo(100.0 * (REQUESTS - fewestMisses) / REQUESTS);
        sum += percent;
      }
      assertThat(sum / SEEDS).as("%s at %d", name, capacity).isGreaterThan(before);
      before = sum / SEEDS;
    }
    long distinct = requests(0).stream().distinct().count();
    assertThat(hitPercent(name, 100, 0))
        .as("%s with room for all", name)
        .isEqualTo(100.0 * (REQUESTS - distinct) / REQUESTS);
  }

  private static List<Integer> requests(long seed) {
    Traces trace = new Traces(new Random(seed), 100, 0.9);
    List<Integer> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(trace.next());
    }
    return requests;
  }

  private static double hitPercent(String name, int capacity, long seed) {
    PolicyCache<Integer> cache = new PolicyCache<>(name, capacity);
    int hits = 0;
    for (int key : requests(seed)) {
      hits += cache.request(key, 1) ? 1 : 0;
    }
    return 100.0 * hits / REQUESTS;
  }
}
