package io.evenkeel.policy.scheme;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the schemes over parity have in common: which reads there are, and in which order. */
final class CodedReads {
  private final Ways ways;
  private final PlanContext context;
  private final List<FragmentRead> reads = new ArrayList<>();

  private CodedReads(Ways ways, PlanContext context) {
    this.ways = ways;
    this.context = context;
  }

  /**
   * Every way to get a group.
   *
   * <p>Wanted data on nodes to avoid is detoured around, the slowest first, as far as there is
   * enough on other nodes: its own read is the last resort. When all of the group's data is wanted,
   * a parity costs no more than another replica and comes first; when only a part is wanted,
   * decoding costs as many reads as the group has data and comes last.
   *
   * @param eagerParity whether cached parity is asked together with the data when all of it is
   *     wanted; what is stored costs a storage node as much as data
   */
  static List<FragmentRead> of(Ways ways, PlanContext context, boolean eagerParity) {
    CodedReads all = new CodedReads(ways, context);
    IndexSet wanted = ways.wanted();
    IndexSet others = ways.present().minus(wanted);
    IndexSet detoured = all.detoured(others);
    all.first(wanted.minus(detoured), Launch.NOW);
    if (others.isEmpty()) {
      List<Integer> order = all.avoidedLast(ways.parity());
      List<Integer> first = all.needed(order, detoured);
      int eager = eagerParity ? all.cachedParity() : 0;
      for (int next : order) {
        if (first.size() < eager && !first.contains(next)) {
          first.add(next);
        }
      }
      List<Integer> parity = new ArrayList<>(first);
      for (int late : all.avoidedLast(ways.parityWhenLate())) {
        if (!first.contains(late)) {
          parity.add(late);
        }
      }
      all.helpers(parity, first.size());
      all.otherReplicas(wanted);
    } else {
      all.otherReplicas(wanted);
      if (!ways.parity().isEmpty()) {
        List<Integer> helpers = all.avoidedLast(all.helpers(others, detoured));
        List<Integer> needed = all.needed(helpers, detoured.isEmpty() ? wanted : detoured);
        helpers.removeAll(needed);
        all.helpers(needed, detoured.isEmpty() ? 0 : needed.size());
        all.helpers(helpers, 0);
      }
    }
    all.first(detoured, Launch.WHEN_LATE);
    return all.reads;
  }

  private int cachedParity() {
    int cached = 0;
    for (int parity : ways.parity()) {
      cached += ways.sources(parity).get(0).kind() == SourceKind.CACHE ? 1 : 0;
    }
    return cached;
  }

  /**
   * @param others data that there is and nobody wants: reading it costs extra bytes
   */
  private IndexSet detoured(IndexSet others) {
    IndexSet detoured = IndexSet.empty();
    if (!others.isEmpty() && !context.mayDetour()) {
      return detoured;
    }
    IndexSet there = ways.wanted().union(others.filter(i -> !isAvoided(i)));
    for (int parity : ways.parity()) {
      there = isAvoided(parity) ? there : there.with(parity);
    }
    for (int index : slowestFirst(ways.wanted().filter(this::isAvoided))) {
      if (canRecover(there.without(index))) {
        detoured = detoured.with(index);
        there = there.without(index);
      }
    }
    return detoured;
  }

  /**
   * The first of the helpers that do for what is missing: as many as that is, beside what is not
   * wanted; of a local code without those that it does not need.
   */
  private List<Integer> needed(List<Integer> helpers, IndexSet missing) {
    IndexSet there = ways.wanted().minus(missing);
    int usual = Math.min(helpers.size(), ways.present().minus(there).size());
    List<Integer> needed = new ArrayList<>(helpers.subList(0, usual));
    if (ways.code().spec().localGroups() == 0) {
      return needed;
    }
    for (int helper : needed) {
      there = there.with(helper);
    }
    for (int i = needed.size() - 1; i >= 0 && canRecover(there); i--) {
      if (canRecover(there.without(needed.get(i)))) {
        there = there.without(needed.remove(i));
      }
    }
    return needed;
  }

  private boolean canRecover(IndexSet fragments) {
    ErasureCode code = ways.code();
    IndexSet zeros = IndexSet.range(0, code.dataCount()).minus(ways.present());
    return code.canRecover(fragments.union(zeros), ways.wanted());
  }

  private List<Integer> slowestFirst(IndexSet indexes) {
    List<Integer> ordered = new ArrayList<>();
    for (int index : indexes.toArray()) {
      ordered.add(index);
    }
    ordered.sort(Comparator.comparingInt(this::slowness).reversed());
    return ordered;
  }

  private int slowness(int index) {
    List<Source> sources = ways.sources(index);
    return sources.isEmpty() ? Integer.MAX_VALUE : context.slowness(sources.get(0).node());
  }

  /** Whether the best source of a fragment is one not to wait for, or there is none. */
  private boolean isAvoided(int index) {
    List<Source> sources = ways.sources(index);
    return sources.isEmpty() || context.avoids(sources.get(0).node());
  }

  /** Those to avoid behind the others, the slowest last. */
  private List<Integer> avoidedLast(List<Integer> indexes) {
    List<Integer> ordered = new ArrayList<>();
    List<Integer> avoided = new ArrayList<>();
    for (int index : indexes) {
      (isAvoided(index) ? avoided : ordered).add(index);
    }
    avoided.sort(Comparator.comparingInt(this::slowness));
    ordered.addAll(avoided);
    return ordered;
  }

  /** The reads from the best sources. */
  private void first(IndexSet indexes, Launch launch) {
    for (int index : indexes.toArray()) {
      List<Source> sources = ways.sources(index);
      if (!sources.isEmpty()) {
        reads.add(ways.read(index, sources.get(0), launch));
      }
    }
  }

  private void otherReplicas(IndexSet indexes) {
    for (int index : indexes.toArray()) {
      List<Source> sources = ways.sources(index);
      for (Source source : sources.subList(Math.min(1, sources.size()), sources.size())) {
        reads.add(ways.read(index, source, Launch.WHEN_LATE));
      }
    }
  }

  /** What else to decode from: as much parity as is missing, the other data, the other parity. */
  private List<Integer> helpers(IndexSet others, IndexSet detoured) {
    List<Integer> parity = ways.parity();
    int needed = Math.min(parity.size(), Math.max(1, detoured.size()));
    List<Integer> helpers = new ArrayList<>(parity.subList(0, needed));
    for (int other : others.toArray()) {
      helpers.add(other);
    }
    helpers.addAll(parity.subList(needed, parity.size()));
    return helpers;
  }

  /** Fragments to decode from: the first ones at once, the others when something is late. */
  private void helpers(List<Integer> indexes, int now) {
    for (int i = 0; i < indexes.size(); i++) {
      int index = indexes.get(i);
      Launch next = i < now ? Launch.NOW : Launch.WHEN_LATE;
      if (ways.present().contains(index)) {
        first(IndexSet.of(index), next);
      } else {
        parity(index, next);
      }
    }
  }

  private void parity(int index, Launch launch) {
    Launch next = launch;
    for (Source source : ways.sources(index)) {
      reads.add(ways.read(index, source, next));
      next = Launch.WHEN_LATE;
    }
  }
}
