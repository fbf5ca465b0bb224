package io.evenkeel.policy.direct;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.RandomSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Coding groups and queues for tests. */
final class Groups {
  static final RandomSource NO_RANDOM =
      () -> {
        throw new AssertionError("nothing is drawn here");
      };

  private Groups() {}

  static NodeId node(int number) {
    return new NodeId("node" + number + ":1");
  }

  static RandomSource random(long seed) {
    return new SplittableRandom(seed)::nextLong;
  }

  /** Fragment 0, with the fragment of index i on node i. */
  static CodedPartition partition(String code) {
    CodeSpec spec = CodeSpec.parse(code);
    int[] nodes = IndexSet.range(0, spec.totalCount()).toArray();
    return partition(0, RecoverySets.of(spec, 0), nodes);
  }

  static CodedPartition partition(long id, RecoverySets sets, int... nodes) {
    Map<Integer, NodeId> byIndex = new HashMap<>();
    for (int i = 0; i < nodes.length; i++) {
      byIndex.put(i, node(nodes[i]));
    }
    return new CodedPartition(id, sets, byIndex);
  }

  /** Every set of these, smallest first: those of which none can be left out. */
  static List<IndexSet> all(RecoverySets sets) {
    LoadDirector director = new LeastMarginalLoad();
    int[] others = sets.others().toArray();
    List<IndexSet> all = new ArrayList<>();
    for (int bits = 1; bits < 1 << others.length; bits++) {
      IndexSet some = IndexSet.empty();
      for (int i = 0; i < others.length; i++) {
        some = (bits >> i & 1) == 1 ? some.with(others[i]) : some;
      }
      IndexSet read = some;
      RecoverySets within = sets.without(index -> !read.contains(index));
      if (within
          .cheapest(director::both, index -> 1)
          .filter(s -> s.indexes().equals(read))
          .isPresent()) {
        all.add(read);
      }
    }
    all.sort(Comparator.comparingInt(IndexSet::size));
    return all;
  }

  /** The queues of nodes 0, 1, ..., served at 1 byte/s; a negative one is dead. */
  static Map<NodeId, NodeQueue> queues(double... queuedBytes) {
    Map<NodeId, NodeQueue> queues = new HashMap<>();
    for (int n = 0; n < queuedBytes.length; n++) {
      queues.put(
          node(n), queuedBytes[n] < 0 ? NodeQueue.UNREACHABLE : new NodeQueue(queuedBytes[n], 1));
    }
    return queues;
  }

  static QueueView view(double... queuedBytes) {
    return QueueView.of(queues(queuedBytes));
  }

  /** What nodes answer that are asked for their queues: the dead do not. */
  static ProbeStep.Decided decide(ProbeStep first, QueueView exact, int[] probes) {
    ProbeStep step = first;
    while (!(step instanceof ProbeStep.Decided)) {
      if (step instanceof ProbeStep.ConditionalRead read) {
        probes[0]++;
        step = answer(read, exact.queue(read.node()));
        continue;
      }
      ProbeStep.Ask ask = (ProbeStep.Ask) step;
      Map<NodeId, Long> answers = new HashMap<>();
      for (NodeId node : ask.nodes()) {
        probes[0]++;
        if (exact.queue(node).isReachable()) {
          answers.put(node, (long) exact.queue(node).queuedBytes());
        }
      }
      step = ask.answered(answers);
    }
    return (ProbeStep.Decided) step;
  }

  /** What comes of a conditional read where that is the queue of its node. */
  static ProbeStep answer(ProbeStep.ConditionalRead read, NodeQueue queue) {
    if (!queue.isReachable()) {
      return read.refused(Map.of());
    }
    long queuedBytes = (long) queue.queuedBytes();
    return queuedBytes <= read.queuedBytesMax()
        ? new ProbeStep.Decided(read.normal())
        : read.refused(Map.of(read.node(), queuedBytes));
  }
}
