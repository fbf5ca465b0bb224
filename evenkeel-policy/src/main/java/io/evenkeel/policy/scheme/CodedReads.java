package io.evenkeel.policy.scheme;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
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
   * <p>Wanted data on nodes to avoid is detoured around, as far as there is parity: its own read is
   * the last resort. When all of the group's data is wanted, a parity costs no more than another
   * replica and comes first; when only a part is wanted, decoding costs k reads and comes last.
   *
   * @param eagerParity whether parity is asked together with the data when all of it is wanted
   */
  static List<FragmentRead> of(Ways ways, PlanContext context, boolean eagerParity) {
    CodedReads all = new CodedReads(ways, context);
    IndexSet wanted = ways.wanted();
    IndexSet others = ways.present().minus(wanted);
    int[] parity = ways.parity().toArray();
    IndexSet detoured = all.detoured(parity.length, others);
    all.first(wanted.minus(detoured), Launch.NOW);
    if (others.isEmpty()) {
      int now = eagerParity ? parity.length : detoured.size();
      all.parity(parity, 0, now, Launch.NOW);
      all.parity(parity, now, parity.length, Launch.WHEN_LATE);
      all.otherReplicas(wanted);
    } else if (parity.length > 0) {
      all.otherReplicas(wanted);
      Launch detour = detoured.isEmpty() ? Launch.WHEN_LATE : Launch.NOW;
      int needed = Math.max(1, detoured.size());
      all.parity(parity, 0, needed, detour);
      all.first(others, detour);
      all.parity(parity, needed, parity.length, Launch.WHEN_LATE);
    } else {
      all.otherReplicas(wanted);
    }
    all.first(detoured, Launch.WHEN_LATE);
    return all.reads;
  }

  private IndexSet detoured(int parityCount, IndexSet others) {
    IndexSet detoured = IndexSet.empty();
    boolean costly = !others.isEmpty();
    boolean othersHealthy = others.isEmpty() || parityCount > avoidedAmong(others);
    if ((costly && !context.mayReadExtra()) || !othersHealthy) {
      return detoured;
    }
    for (int index : ways.wanted().toArray()) {
      if (detoured.size() < parityCount && avoided(index)) {
        detoured = detoured.with(index);
      }
    }
    return detoured;
  }

  private int avoidedAmong(IndexSet indexes) {
    int avoided = 0;
    for (int index : indexes.toArray()) {
      avoided += avoided(index) ? 1 : 0;
    }
    return avoided;
  }

  /** Whether the best source of a fragment is one not to wait for, or there is none. */
  private boolean avoided(int index) {
    List<Source> sources = ways.sources(index);
    return sources.isEmpty() || context.avoids(sources.get(0).node());
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

  private void parity(int[] parity, int from, int to, Launch launch) {
    for (int p = from; p < to; p++) {
      Launch next = launch;
      for (Source source : ways.sources(parity[p])) {
        reads.add(ways.read(parity[p], source, next));
        next = Launch.WHEN_LATE;
      }
    }
  }
}
