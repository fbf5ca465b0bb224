package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.seeds.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** CSAC against its reference, and every combination of settings against the invariants. */
class CsacReferenceTest {
  private static final int FILES = 40;

  static Stream<CsacSettings> comparable() {
    return Stream.of(
        CsacSettings.SAC,
        CsacSettings.PAPER,
        CsacSettings.DEFAULT,
        CsacSettings.DEFAULT.withEviction("lru"),
        CsacSettings.SAC.withNonStragglerFirst(true).withPrefetch("recency", 0.3),
        CsacSettings.PAPER.withAdmitWhenFree(true).withPrefetch("recency", 1));
  }

  @ParameterizedTest
  @MethodSource("comparable")
  void contents_areThoseOfTheReference_afterEveryEvent(CsacSettings settings) {
    Seeds.run(
        CsacReferenceTest.class,
        60,
        seed -> {
          Random random = new Random(seed);
          int maxSize = seed % 2 == 0 ? 1 : 6;
          long capacity = (long) maxSize * (1 + random.nextInt(20));
          Csac<Integer> csac = new Csac<>(settings, capacity);
          ReferenceCsac reference = new ReferenceCsac(settings, capacity);
          Traces trace = new Traces(random, FILES, 0.9);
          Set<Integer> slow = new HashSet<>();
          for (int step = 0; step < 400; step++) {
            int f = trace.next();
            int event = random.nextInt(100);
            if (event < 92) {
              // A file may have another size each time it is asked for.
              long size = 1L + (f + step / 50) % maxSize;
              boolean touched = slow.contains(f);
              Csac.Decision decision = csac.query(f, size, touched);
              csac.update(f, size, touched, decision);
              if (decision == Csac.Decision.SHOULD_CACHE) {
                csac.stored(f, size, touched);
              }
              reference.read(f, size);
            } else if (event < 95) {
              csac.removed(f);
              reference.remove(f);
            } else {
              slow = slowFiles(random);
              csac.stragglersChanged(!slow.isEmpty(), slow::contains, new TreeSet<>(slow));
              reference.stragglers(!slow.isEmpty(), slow);
              List<Csac.Prefetch<Integer>> picked = csac.prefetch();
              assertThat(picked.stream().map(Csac.Prefetch::key)).isEqualTo(reference.prefetch());
              for (Csac.Prefetch<Integer> pick : picked) {
                csac.prefetched(pick.key(), pick.size());
                reference.prefetched(pick.key(), pick.size());
              }
            }
            csac.check();
            Map<Integer, Long> expected = reference.cached;
            for (int file = 0; file < FILES; file++) {
              assertThat(csac.isCached(file))
                  .as("%s, seed %d, step %d, file %d", settings, seed, step, file)
                  .isEqualTo(expected.containsKey(file));
            }
            assertThat(csac.used())
                .isEqualTo(expected.values().stream().mapToLong(Long::longValue).sum());
          }
        });
  }

  static Stream<Arguments> combinations() {
    return CachePolicies.evictions().stream()
        .flatMap(
            eviction ->
                CachePolicies.admissions().stream()
                    .flatMap(
                        admission ->
                            CachePolicies.predictors().stream()
                                .map(p -> Arguments.of(eviction, admission, p))));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void books_areRight_whateverTheSettings(String eviction, String admission, String prediction) {
    Seeds.run(
        CsacReferenceTest.class,
        4,
        seed -> {
          Random random = new Random(seed);
          CsacSettings settings =
              CsacSettings.SAC
                  .withEviction(eviction)
                  .withAdmission(admission)
                  .withPrefetch(prediction, random.nextDouble())
                  .withNonStragglerFirst(random.nextBoolean())
                  .withAdmitWhenFree(random.nextBoolean())
                  .withEvictAtDecision(random.nextBoolean());
          Csac<Integer> csac = new Csac<>(settings, random.nextInt(60));
          Set<Integer> slow = new HashSet<>();
          for (int step = 0; step < 600; step++) {
            int f = random.nextInt(FILES);
            long size = random.nextInt(8);
            boolean touched = slow.contains(f);
            switch (random.nextInt(40)) {
              case 0 -> csac.removed(f);
              case 1 -> csac.reserve(f, size);
              case 2 -> csac.written(f, size, touched);
              case 3 -> csac.release(f);
              case 4 -> {
                slow = slowFiles(random);
                csac.stragglersChanged(!slow.isEmpty(), slow::contains, slow);
                csac.prefetch();
              }
              case 5, 6, 7 -> csac.prefetched(f, size);
              case 10, 11, 12, 13, 14 -> {
                Csac.Update<Integer> update = csac.stored(f, size, touched);
                assertThat(update.evicted()).allMatch(e -> !csac.isCached(e));
                assertThat(update.cached()).isEqualTo(csac.isCached(f));
              }
              case 8 -> csac.lost(f);
              case 15, 16 -> {
                if (csac.isCached(f)) {
                  long before = csac.used();
                  Optional<List<Integer>> evicted = csac.resize(f, size);
                  assertThat(evicted.orElse(List.of())).allMatch(e -> !csac.isCached(e));
                  assertThat(evicted.isPresent() || csac.used() == before).isTrue();
                  assertThat(csac.isCached(f)).isTrue();
                }
              }
              case 9 -> {
                int most = random.nextInt(4);
                List<Integer> victims = new ArrayList<>();
                csac.victims(f).forEach(victims::add);
                victims.stream().limit(most).forEach(csac::evicted);
              }
              default -> {
                Csac.Decision decision = csac.query(f, size, touched);
                Csac.Update<Integer> update = csac.update(f, size, touched, decision);
                assertThat(update.evicted()).allMatch(e -> !csac.isCached(e));
                assertThat(update.cached()).isEqualTo(csac.isCached(f));
              }
            }
            csac.check();
          }
        });
  }

  private static Set<Integer> slowFiles(Random random) {
    if (random.nextInt(4) == 0) {
      return Set.of();
    }
    return random.ints(FILES / 3, 0, FILES).boxed().collect(Collectors.toSet());
  }
}
