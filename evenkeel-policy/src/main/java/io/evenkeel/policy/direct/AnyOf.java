package io.evenkeel.policy.direct;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.RandomSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Any so many of the others: a code of which any k fragments suffice. */
record AnyOf(int wanted, IndexSet others, int count) implements RecoverySets {
  private record Task(int index, double cost) {}

  /** The k cheapest, which are the k shortest queues only where rates are equal. */
  @Override
  public Optional<Priced> cheapest(LoadDirector director, IntToDoubleFunction taskCost) {
    List<Task> tasks = new ArrayList<>();
    for (int index : others.toArray()) {
      tasks.add(new Task(index, taskCost.applyAsDouble(index)));
    }
    if (tasks.size() < count) {
      return Optional.empty();
    }
    tasks.sort(Comparator.comparingDouble(Task::cost));
    int[] chosen = new int[count];
    double cost = 0;
    // Cheapest first: with any queue longer the sum is then no less, to the last bit.
    for (int i = 0; i < count; i++) {
      chosen[i] = tasks.get(i).index();
      cost = director.both(cost, tasks.get(i).cost());
    }
    return Optional.of(new Priced(IndexSet.of(chosen), cost));
  }

  @Override
  public RecoverySets drawn(RandomSource random, IntPredicate isReachable) {
    int[] left = others.filter(isReachable).toArray();
    if (left.length < count) {
      return new ListedSets(wanted, List.of());
    }
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(left.length - i);
      int drawn = left[other];
      left[other] = left[i];
      left[i] = drawn;
    }
    return new ListedSets(wanted, List.of(IndexSet.of(Arrays.copyOf(left, count))));
  }

  @Override
  public List<IndexSet> all() {
    double sets = 1;
    for (int i = 1; i <= count; i++) {
      sets = sets * (others.size() - count + i) / i;
    }
    if (sets > LISTED_MAX) {
      throw new IllegalArgumentException(
          "any %d of %d are %.0f sets, at most %d are listed; draw some"
              .formatted(count, others.size(), sets, LISTED_MAX));
    }
    List<IndexSet> all = new ArrayList<>();
    choose(others.toArray(), 0, IndexSet.empty(), all);
    return all;
  }

  private void choose(int[] from, int next, IndexSet chosen, List<IndexSet> all) {
    if (chosen.size() == count) {
      all.add(chosen);
    } else if (from.length - next >= count - chosen.size()) {
      choose(from, next + 1, chosen.with(from[next]), all);
      choose(from, next + 1, chosen, all);
    }
  }
}
