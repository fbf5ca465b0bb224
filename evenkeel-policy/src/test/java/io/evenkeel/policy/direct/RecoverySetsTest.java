package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.all;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.RandomSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class RecoverySetsTest {
  private static RecoverySets of(String code, int wanted) {
    return RecoverySets.of(CodeSpec.parse(code), wanted);
  }

  @Test
  void reedSolomon_has28Sets_ofSixOfTheOtherEight() {
    List<IndexSet> all = all(of("rs-6-3", 2));
    assertThat(all).hasSize(28).doesNotHaveDuplicates();
    assertThat(all).allMatch(set -> set.size() == 6 && !set.contains(2));
    assertThat(all(of("rs-10-4", 0))).hasSize(286);
    assertThat(all(of("xor-4-1", 1))).containsExactly(IndexSet.of(0, 2, 3, 4));
    assertThat(all(of("none-4-0", 1))).isEmpty();
  }

  @Test
  void fragmentsThatHaveNoSets_areAnError() {
    assertThatThrownBy(() -> of("lrc-12-2-4", 0)).hasMessageContaining("more than 16 fragments");
    assertThatThrownBy(() -> of("rs-6-3", 6)).hasMessageContaining("data 0 to 5, got index 6");
  }

  @Test
  void localCode_hasItsGroupFirst_andNoSetThatIsTooSmallOrTooLarge() {
    for (int wanted = 0; wanted < 6; wanted++) {
      RecoverySets sets = of("lrc-6-2-2", wanted);
      int group = wanted / 3;
      assertThat(all(sets).get(0))
          .isEqualTo(IndexSet.range(3 * group, 3 * group + 3).without(wanted).with(6 + group));
      ErasureCode code = ErasureCode.of(CodeSpec.parse("lrc-6-2-2"));
      IndexSet only = IndexSet.of(wanted);
      for (IndexSet set : all(sets)) {
        assertThat(code.canRecover(set, only)).isTrue();
        for (int index : set.toArray()) {
          assertThat(code.canRecover(set.without(index), only)).isFalse();
        }
      }
      assertThat(sets.others()).isEqualTo(IndexSet.range(0, 10).without(wanted));
    }
  }

  /** Whatever survives a code's losses contains one of the sets. */
  @Test
  void localCode_hasASetInWhateverRecovers() {
    ErasureCode code = ErasureCode.of(CodeSpec.parse("lrc-6-2-2"));
    List<IndexSet> sets = all(of("lrc-6-2-2", 4));
    for (int bits = 0; bits < 1 << 10; bits++) {
      int present = bits & ~(1 << 4);
      IndexSet arrived = IndexSet.range(0, 10).filter(i -> (present >> i & 1) == 1);
      assertThat(sets.stream().anyMatch(arrived::containsAll))
          .as("%s", arrived)
          .isEqualTo(code.canRecover(arrived, IndexSet.of(4)));
    }
  }

  @Test
  void cheapest_isTheCheapestOfAll() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 1000; round++) {
      RecoverySets sets = of(round % 2 == 0 ? "rs-6-3" : "rs-4-2", random.nextInt(4));
      List<IndexSet> all = all(sets);
      double[] costs = random.doubles(9).toArray();
      for (LoadDirector director : List.of(new LeastMarginalLoad(), new LeastLatency())) {
        ToDoubleFunction<IndexSet> cost =
            set ->
                Arrays.stream(set.toArray()).mapToDouble(i -> costs[i]).reduce(0, director::both);
        double best = all.stream().mapToDouble(cost).min().orElseThrow();
        RecoverySets.Priced found = sets.cheapest(director::both, i -> costs[i]).orElseThrow();
        assertThat(found.cost()).isCloseTo(best, within(1e-12));
        assertThat(cost.applyAsDouble(found.indexes())).isCloseTo(best, within(1e-12));
        assertThat(all).contains(found.indexes());
      }
    }
  }

  @Test
  void drawn_isEverySetEquallyOften() {
    RecoverySets sets = of("rs-6-3", 0);
    RandomSource random = Groups.random(11);
    Map<IndexSet, Integer> counts = new HashMap<>();
    for (int i = 0; i < 28_000; i++) {
      List<IndexSet> drawn = all(sets.drawn(random));
      assertThat(drawn).hasSize(1);
      counts.merge(drawn.get(0), 1, Integer::sum);
    }
    assertThat(counts.keySet()).hasSize(28);
    // Each is drawn 1,000 times, give or take 31; five of these never happen.
    assertThat(counts.values()).allMatch(count -> count > 845 && count < 1155);
  }

  @Test
  void drawn_leavesOutWhoIsDead() {
    RandomSource random = Groups.random(12);
    RecoverySets rs = of("rs-6-3", 0);
    assertThat(all(rs.without(index -> index == 3 || index == 8).drawn(random)))
        .containsExactly(IndexSet.of(1, 2, 4, 5, 6, 7));
    assertThat(all(rs.without(index -> index <= 3).drawn(random))).isEmpty();
    RecoverySets lrc = of("lrc-6-2-2", 0);
    assertThat(all(lrc.drawn(Groups.NO_RANDOM))).containsExactly(IndexSet.of(1, 2, 6));
    assertThat(all(lrc.without(index -> index == 6).drawn(Groups.NO_RANDOM)))
        .hasSize(1)
        .noneMatch(set -> set.contains(6));
    assertThat(all(lrc.without(index -> index <= 4).drawn(Groups.NO_RANDOM))).isEmpty();
  }
}
