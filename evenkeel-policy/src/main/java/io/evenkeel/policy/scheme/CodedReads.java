package io.evenkeel.policy.scheme;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
import java.util.List;

/**
 * What the schemes over cached parity have in common: which reads there are, and in which order.
 */
final class CodedReads {
  private final GroupShape shape;
  private final PlanContext context;
  private final int dataCount;
  private final List<FragmentRead> reads = new ArrayList<>();

  private CodedReads(GroupShape shape, PlanContext context) {
    this.shape = shape;
    this.context = context;
    this.dataCount = shape.stripe().geometry().code().dataCount();
  }

  /**
   * Every way to get a group.
   *
   * <p>Wanted blocks on nodes to avoid are detoured around, as far as there is parity: their own
   * read is the last resort. When the whole substripe is wanted, a parity costs no more than
   * another replica and comes first; when only a part is wanted, decoding costs k reads and comes
   * last.
   *
   * @param eagerParity whether parity is asked together with the data of a whole substripe
   */
  static List<FragmentRead> of(GroupShape shape, PlanContext context, boolean eagerParity) {
    CodedReads all = new CodedReads(shape, context);
    IndexSet others = shape.present().minus(shape.wanted());
    int parityCount =
        shape.ticket().isPresent() ? shape.stripe().geometry().code().parityCount() : 0;
    IndexSet detoured = all.detoured(parityCount, others);
    all.chosen(shape.wanted().minus(detoured), Launch.NOW);
    if (others.isEmpty()) {
      int now = eagerParity ? parityCount : detoured.size();
      all.parity(0, now, Launch.NOW);
      all.parity(now, parityCount, Launch.WHEN_LATE);
      all.otherReplicas(shape.wanted());
    } else if (parityCount > 0) {
      all.otherReplicas(shape.wanted());
      Launch detour = detoured.isEmpty() ? Launch.WHEN_LATE : Launch.NOW;
      all.parity(0, Math.max(1, detoured.size()), detour);
      all.chosen(others, detour);
      all.parity(Math.max(1, detoured.size()), parityCount, Launch.WHEN_LATE);
    } else {
      all.otherReplicas(shape.wanted());
    }
    all.chosen(detoured, Launch.WHEN_LATE);
    return all.reads;
  }

  private IndexSet detoured(int parityCount, IndexSet others) {
    IndexSet detoured = IndexSet.empty();
    boolean costly = !others.isEmpty();
    boolean othersHealthy = others.isEmpty() || parityCount > avoidedAmong(others);
    if ((costly && !context.mayReadExtra()) || !othersHealthy) {
      return detoured;
    }
    for (int index : shape.wanted().toArray()) {
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

  /** Whether the best replica of a block is one not to wait for, or there is none. */
  private boolean avoided(int index) {
    List<NodeId> nodes = shape.nodes().get(index);
    return nodes.isEmpty() || context.avoids(nodes.get(0));
  }

  private void chosen(IndexSet indexes, Launch launch) {
    for (int index : indexes.toArray()) {
      List<NodeId> nodes = shape.nodes().get(index);
      if (!nodes.isEmpty()) {
        reads.add(shape.data(index, nodes.get(0), launch));
      }
    }
  }

  private void otherReplicas(IndexSet indexes) {
    for (int index : indexes.toArray()) {
      List<NodeId> nodes = shape.nodes().get(index);
      for (NodeId node : nodes.subList(Math.min(1, nodes.size()), nodes.size())) {
        reads.add(shape.data(index, node, Launch.WHEN_LATE));
      }
    }
  }

  private void parity(int from, int to, Launch launch) {
    for (int p = from; p < to; p++) {
      reads.add(shape.parity(dataCount + p, launch));
    }
  }
}
