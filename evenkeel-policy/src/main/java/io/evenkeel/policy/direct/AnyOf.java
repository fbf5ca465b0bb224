package io.evenkeel.policy.direct;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.RandomSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Any so many of the others: a code of which any k fragments suffice. */
final class AnyOf implements RecoverySets {
  private final int wanted;
  private final IndexSet others;
  private final int[] indexes;
  private final int count;

  /**
   * @param count k, at most as many as there are others
   */
  AnyOf(int wanted, IndexSet others, int count) {
    this.wanted = wanted;
    this.others = others;
    this.indexes = others.toArray();
    this.count = count;
  }

  @Override
  public int wanted() {
    return wanted;
  }

  @Override
  public IndexSet others() {
    return others;
  }

  /** The k cheapest, which are the k shortest queues only where rates are equal. */
  @Override
  public Optional<Priced> cheapest(DoubleBinaryOperator both, IntToDoubleFunction taskCost) {
    int[] order = new int[indexes.length];
    double[] costs = new double[indexes.length];
    for (int i = 0; i < order.length; i++) {
      double cost = taskCost.applyAsDouble(indexes[i]);
      int at = i;
      while (at > 0 && costs[at - 1] > cost) {
        costs[at] = costs[at - 1];
        order[at] = order[at - 1];
        at--;
      }
      costs[at] = cost;
      order[at] = indexes[i];
    }
    double sum = 0;
    // Cheapest first: with any queue longer the sum is then no less, to the last bit.
    for (int i = 0; i < count; i++) {
      sum = both.applyAsDouble(sum, costs[i]);
    }
    return Optional.of(new Priced(IndexSet.of(Arrays.copyOf(order, count)), sum));
  }

  @Override
  public RecoverySets without(IntPredicate isDead) {
    IndexSet alive = others.filter(isDead.negate());
    return alive.size() < count
        ? new ListedSets(wanted, List.of())
        : new AnyOf(wanted, alive, count);
  }

  @Override
  public RecoverySets drawn(RandomSource random) {
    int[] left = indexes.clone();
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(left.length - i);
      int drawn = left[other];
      left[other] = left[i];
      left[i] = drawn;
    }
    return new ListedSets(wanted, List.of(IndexSet.of(Arrays.copyOf(left, count))));
  }
}
