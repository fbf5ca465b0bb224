package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What counts accesses, and what goes by the counts. */
class FrequencyTest {
  @Test
  void sketch_isNeverTooLow_andKeepsItsCountsWhenItGrows() {
    FrequencySketch sketch = new FrequencySketch();
    int[] counts = new int[20];
    Random random = new Random(3);
    // Below the sample of 160 nothing is halved.
    for (int i = 0; i < 150; i++) {
      int key = random.nextInt(counts.length);
      counts[key]++;
      sketch.increment(key);
    }
    int[] before = new int[counts.length];
    for (int key = 0; key < counts.length; key++) {
      before[key] = sketch.frequency(key);
      assertThat(before[key]).as("key %d", key).isBetween(Math.min(15, counts[key]), 15);
    }
    sketch.ensureColumns(1000);
    for (int key = 0; key < counts.length; key++) {
      assertThat(sketch.frequency(key)).as("key %d", key).isEqualTo(before[key]);
    }
  }

  @Test
  void sketch_halvesAfterTheSample() {
    FrequencySketch sketch = new FrequencySketch();
    for (int i = 0; i < 159; i++) {
      sketch.increment("a");
    }
    assertThat(sketch.frequency("a")).isEqualTo(15);
    sketch.increment("a");
    assertThat(sketch.frequency("a")).isEqualTo(7);
  }

  @Test
  void history_agesWithoutChangingAnyOrder() {
    AccessHistory<String> history = new AccessHistory<>(10);
    for (int i = 0; i < 4_096; i++) {
      history.record("old", 1);
    }
    double oldRank = history.rank("old");
    assertThat(history.frequency("old")).isEqualTo(4_096);
    // Known after its first access, which makes nothing old; the 4,096th other one is the last.
    history.record("new", 1);
    assertThat(history.frequency("old")).isEqualTo(4_096);
    history.record("new", 1);
    history.record("new", 1);
    assertThat(history.frequency("old")).isEqualTo(2_048);
    assertThat(history.frequency("new")).as("2 that count half, and 1").isEqualTo(2);
    assertThat(history.rank("old")).isEqualTo(oldRank);
    assertThat(history.rank("new")).isEqualTo(2);
  }

  @Test
  void history_isNotAgedByAScan() {
    AccessHistory<Integer> history = new AccessHistory<>(200_000);
    history.record(-1, 1);
    history.record(-1, 1);
    for (int scanned = 0; scanned < 100_000; scanned++) {
      history.record(scanned, 1);
    }
    assertThat(history.frequency(-1)).isEqualTo(2);
  }

  @Test
  void history_ranksStayComparable_howeverOldItGets() {
    AccessHistory<Integer> history = new AccessHistory<>(10);
    history.record(1, 1);
    double rank = history.rank(1);
    for (int halfLife = 0; halfLife < 1200; halfLife++) {
      for (int i = 0; i < 4_096; i++) {
        history.record(2, 1);
      }
    }
    assertThat(rank).isZero();
    assertThat(history.rank(1)).isLessThanOrEqualTo(0);
    // 4,096 now, half of them, a quarter...: less than 2^13, and all of it 2^1199 times as heavy.
    assertThat(history.rank(2)).isBetween(1199 + 12.9, 1199 + 13.1);
    assertThat(history.frequency(2)).isBetween(4_096.0, 8_192.0);
  }

  @Test
  void history_forgetsTheLeastRecent() {
    AccessHistory<String> history = new AccessHistory<>(2);
    for (String key : List.of("a", "b", "a", "c")) {
      history.record(key, 5);
    }
    assertThat(history.turn("c")).isGreaterThan(history.turn("a"));
    assertThat(history.isKnown("a")).isTrue();
    assertThat(history.isKnown("b")).isFalse();
    assertThat(history.frequency("b")).isZero();
    assertThat(history.sizeBytes("c")).isEqualTo(5);
  }

  @Test
  void predictors_orderByRecencyFrequencyOrBoth() {
    AccessHistory<String> history = new AccessHistory<>(10);
    // a four times, then b twice, then c, d.
    for (String key : List.of("a", "a", "a", "a", "b", "b", "c", "d")) {
      history.record(key, 1);
    }
    Set<String> keys = Set.of("a", "b", "c", "d");
    assertThat(CachePolicies.predictor("recency", history).ordered(keys))
        .containsExactly("d", "c", "b", "a");
    assertThat(CachePolicies.predictor("frequency", history).ordered(keys))
        .containsExactly("a", "b", "d", "c");
    // a 0.5*0.25+0.5, b 0.5*0.5+0.25, c 0.5*0.75+0.125, d 0.5+0.125; equal: the more recent first.
    assertThat(CachePolicies.predictor("both", history).ordered(keys))
        .containsExactly("d", "a", "c", "b");
  }

  @Test
  void admission_comparesWhatIsGainedWithWhatIsLost() {
    AccessHistory<String> history = new AccessHistory<>(10);
    for (String key : List.of("big", "big", "big", "small", "new")) {
      history.record(key, key.equals("big") ? 8 : 2);
    }
    AdmissionPolicy<String> frequency = CachePolicies.admission("frequency", history);
    assertThat(frequency.admits(1, 2, List.of())).isTrue();
    assertThat(frequency.admits(2, 2, List.of("small"))).isTrue();
    assertThat(frequency.admits(1, 2, List.of("small"))).as("a tie: 1 against 1").isFalse();
    assertThat(frequency.admits(3, 2, List.of("big"))).as("3 against 3").isFalse();
    assertThat(frequency.admits(2, 2, List.of("small", "new"))).as("2 against 2").isFalse();
    assertThat(frequency.admits(1, 2, List.of("unknown")))
        .as("never read: 1 all the same")
        .isFalse();
    AdmissionPolicy<String> sizeAware = CachePolicies.admission("size-aware", history);
    assertThat(sizeAware.admits(2, 2, List.of("big"))).as("2/2 against 3/8").isTrue();
    assertThat(sizeAware.admits(2, 8, List.of("big"))).as("2/8 against 3/8").isFalse();
    assertThat(sizeAware.admits(1, 8, List.of())).isTrue();
    assertThat(CachePolicies.admission("always", history).admits(1, 9, List.of("big"))).isTrue();
  }

  @Test
  void names_thatAreUnknown_areAnsweredWithTheKnownOnes() {
    AccessHistory<String> none = new AccessHistory<>(1);
    assertThatThrownBy(() -> CachePolicies.eviction("no-such", 1, none))
        .hasMessage("no eviction policy 'no-such'; known: " + sorted(CachePolicies.evictions()));
    assertThatThrownBy(() -> CachePolicies.admission("no-such", none))
        .hasMessage("no admission policy 'no-such'; known: " + sorted(CachePolicies.admissions()));
    assertThatThrownBy(() -> CachePolicies.predictor("no-such", none))
        .hasMessage("no access predictor 'no-such'; known: [both, frequency, recency]");
    assertThat(CachePolicies.evictions())
        .contains("arc", "lfu", "lru", "s3-fifo", "sieve", "w-tinylfu");
    assertThat(CachePolicies.admissions()).contains("always", "frequency", "size-aware");
  }

  private static Set<String> sorted(Set<String> names) {
    return new TreeSet<>(names);
  }

  @Test
  void everyPolicy_startsWithNothing_andSaysTheSameTwice() {
    AccessHistory<String> history = new AccessHistory<>(10);
    List.of("a", "b", "a", "c").forEach(key -> history.record(key, 2));
    for (String name : CachePolicies.evictions()) {
      assertThat(CachePolicies.eviction(name, 10, history).victims("x")).as(name).isEmpty();
    }
    for (String name : CachePolicies.admissions()) {
      AdmissionPolicy<String> policy = CachePolicies.admission(name, history);
      for (List<String> victims : List.of(List.<String>of(), List.of("b"), List.of("a", "c"))) {
        boolean first = policy.admits(2, 2, victims);
        assertThat(policy.admits(2, 2, victims)).as("%s %s", name, victims).isEqualTo(first);
      }
    }
  }

  @Test
  void history_isKeptForWhoeverLooksAtIt() {
    assertThat(CachePolicies.usesHistory("lru", "always")).isFalse();
    assertThat(CachePolicies.usesHistory("lfu", "always")).isTrue();
    assertThat(CachePolicies.usesHistory("lru", "frequency")).isTrue();
  }
}
