package io.evenkeel.policy.direct;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.RandomSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Sets one by one, the preferred one first. */
final class ListedSets implements RecoverySets {
  /** Of a code with more fragments sets are not searched for. */
  static final int SEARCHED_MAX = 16;

  private final int wanted;
  private final List<IndexSet> all;
  private final int[][] indexes;
  private final IndexSet others;

  ListedSets(int wanted, List<IndexSet> all) {
    this.wanted = wanted;
    this.all = List.copyOf(all);
    this.indexes = all.stream().map(IndexSet::toArray).toArray(int[][]::new);
    this.others = all.stream().reduce(IndexSet.empty(), IndexSet::union);
  }

  /**
   * The sets from which a code with local groups recovers a fragment and of which none can be left
   * out, by trying all: smallest first, so that the local group is the first where it is smaller
   * than k.
   */
  static ListedSets ofLocalCode(CodeSpec spec, int wanted) {
    if (spec.totalCount() > SEARCHED_MAX) {
      throw new IllegalArgumentException(
          "the recovery sets of %s are not searched for: it has more than %d fragments"
              .formatted(spec, SEARCHED_MAX));
    }
    ErasureCode code = ErasureCode.of(spec);
    int[] others = IndexSet.range(0, spec.totalCount()).without(wanted).toArray();
    List<IndexSet> candidates = new ArrayList<>();
    for (int bits = 1; bits < 1 << others.length; bits++) {
      if (Integer.bitCount(bits) <= spec.dataCount()) {
        candidates.add(picked(others, bits));
      }
    }
    candidates.sort(Comparator.comparingInt(IndexSet::size));
    List<IndexSet> sets = new ArrayList<>();
    for (IndexSet candidate : candidates) {
      if (sets.stream().noneMatch(candidate::containsAll)
          && code.canRecover(candidate, IndexSet.of(wanted))) {
        sets.add(candidate);
      }
    }
    return new ListedSets(wanted, sets);
  }

  private static IndexSet picked(int[] from, int bits) {
    IndexSet set = IndexSet.empty();
    for (int i = 0; i < from.length; i++) {
      set = (bits >> i & 1) == 1 ? set.with(from[i]) : set;
    }
    return set;
  }

  @Override
  public int wanted() {
    return wanted;
  }

  @Override
  public IndexSet others() {
    return others;
  }

  @Override
  public Optional<Priced> cheapest(DoubleBinaryOperator both, IntToDoubleFunction taskCost) {
    int[] read = others.toArray();
    double[] costs = new double[read.length == 0 ? 0 : read[read.length - 1] + 1];
    for (int index : read) {
      costs[index] = taskCost.applyAsDouble(index);
    }
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int set = 0; set < indexes.length; set++) {
      double cost = 0;
      for (int index : indexes[set]) {
        cost = both.applyAsDouble(cost, costs[index]);
      }
      if (best < 0 || cost < least) {
        best = set;
        least = cost;
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(new Priced(all.get(best), least));
  }

  @Override
  public RecoverySets without(IntPredicate isDead) {
    return new ListedSets(
        wanted, all.stream().filter(set -> set.filter(isDead).isEmpty()).toList());
  }

  @Override
  public RecoverySets drawn(RandomSource random) {
    return new ListedSets(wanted, all.subList(0, Math.min(1, all.size())));
  }
}
