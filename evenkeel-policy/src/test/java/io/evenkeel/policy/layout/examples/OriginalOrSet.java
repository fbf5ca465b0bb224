package io.evenkeel.policy.layout.examples;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Ways;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Load direction of coded reads (Hu et al.): of a row whose cells are all wanted, the k of k + m
 * whose nodes have the least before them; of a part of one, the originals. What is not chosen waits
 * for lateness.
 */
final class OriginalOrSet implements Scheme {
  @Override
  public String name() {
    return "original-or-set";
  }

  @Override
  public String meaning() {
    return "One copy or a set.";
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return false;
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    boolean whole = ways.present().minus(ways.wanted()).isEmpty();
    List<FragmentRead> chosen = reads(ways, ways.wanted(), Launch.NOW);
    IndexSet parity = IndexSet.of(ways.parity().stream().mapToInt(i -> i).toArray());
    List<FragmentRead> others = new ArrayList<>(reads(ways, parity, Launch.WHEN_LATE));
    others.addAll(reads(ways, ways.present().minus(ways.wanted()), Launch.WHEN_LATE));
    if (!whole) {
      return all(chosen, others);
    }
    int needed = ways.present().size();
    List<FragmentRead> best = new ArrayList<>();
    for (FragmentRead read : all(chosen, others)) {
      if (ways.sources(read.index()).get(0).equals(read.source())) {
        best.add(read);
      }
    }
    best.sort(
        Comparator.comparingLong(
            read -> context.view().traffic(read.source().node()).outstandingBytes()));
    List<FragmentRead> ordered = new ArrayList<>();
    for (FragmentRead read : best) {
      Launch launch = ordered.size() < needed ? Launch.NOW : Launch.WHEN_LATE;
      ordered.add(ways.read(read.index(), read.source(), launch));
    }
    for (FragmentRead read : all(chosen, others)) {
      if (!best.contains(read)) {
        ordered.add(ways.read(read.index(), read.source(), Launch.WHEN_LATE));
      }
    }
    return ordered;
  }

  private static List<FragmentRead> all(List<FragmentRead> some, List<FragmentRead> others) {
    List<FragmentRead> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  /** From the best source as said, and from others when that is late. */
  private static List<FragmentRead> reads(Ways ways, IndexSet indexes, Launch launch) {
    List<FragmentRead> reads = new ArrayList<>();
    for (int index : indexes.toArray()) {
      Launch next = launch;
      for (Source source : ways.sources(index)) {
        reads.add(ways.read(index, source, next));
        next = Launch.WHEN_LATE;
      }
    }
    return reads;
  }
}
