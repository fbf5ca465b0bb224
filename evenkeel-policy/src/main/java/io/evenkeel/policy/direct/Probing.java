package io.evenkeel.policy.direct;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;

/** What has been asked and answered for one decision. Immutable: an answer makes another one. */
final class Probing {
  private final LoadDirector director;
  private final DirectedRead read;
  private final RecoverySets candidates;
  private final QueueView known;
  private final Set<NodeId> asked;
  private final Map<NodeId, Long> answered;

  Probing(LoadDirector director, DirectedRead read, RecoverySets candidates, QueueView known) {
    this(director, read, candidates, known, Set.of(), Map.of());
  }

  private Probing(
      LoadDirector director,
      DirectedRead read,
      RecoverySets candidates,
      QueueView known,
      Set<NodeId> asked,
      Map<NodeId, Long> answered) {
    this.director = director;
    this.read = read;
    this.candidates = candidates;
    this.known = known;
    this.asked = asked;
    this.answered = answered;
  }

  /** Asks about all ways at once, and decides. */
  ProbeStep askAll() {
    return ask(candidates.others().with(candidates.wanted()), Probing::decide);
  }

  /** Sends the normal read along with a bound, and goes on when it is refused. */
  ProbeStep readOriginalUpTo(long queuedBytesMax, Function<Probing, ProbeStep> refused) {
    NodeId node = original();
    return new ProbeStep.ConditionalRead(
        read.original(),
        node,
        queuedBytesMax,
        answers -> refused.apply(with(Set.of(node), answers)));
  }

  private NodeId original() {
    return read.partition().nodes().get(candidates.wanted());
  }

  /** Asks who has these fragments, but for who is known to be dead and who was asked before. */
  ProbeStep ask(IndexSet indexes, Function<Probing, ProbeStep> then) {
    Set<NodeId> nodes = new LinkedHashSet<>();
    for (int index : indexes.toArray()) {
      NodeId node = read.partition().nodes().get(index);
      if (node != null && !asked.contains(node) && known.queue(node).isReachable()) {
        nodes.add(node);
      }
    }
    return nodes.isEmpty()
        ? then.apply(this)
        : new ProbeStep.Ask(nodes, answers -> then.apply(with(nodes, answers)));
  }

  private Probing with(Set<NodeId> nodes, Map<NodeId, Long> answers) {
    Set<NodeId> allAsked = new HashSet<>(asked);
    allAsked.addAll(nodes);
    Map<NodeId, Long> allAnswered = new HashMap<>(answered);
    for (NodeId node : nodes) {
      Long queuedBytes = answers.get(node);
      if (queuedBytes != null) {
        allAnswered.put(node, queuedBytes);
      }
    }
    return new Probing(director, read, candidates, known, allAsked, allAnswered);
  }

  /** Whoever has not answered, or was not asked, counts as infinitely loaded. */
  private NodeQueue queue(NodeId node) {
    Long queuedBytes = answered.get(node);
    return queuedBytes == null ? NodeQueue.UNREACHABLE : known.queue(node).with(queuedBytes);
  }

  /**
   * The longest queue of the original's node with which the normal read is the best whatever others
   * answer, that is when all of theirs are empty; empty when it never is.
   */
  OptionalLong originalIsBestUpToBytes() {
    NodeId node = original();
    if (node == null || !known.queue(node).isReachable()) {
      return OptionalLong.empty();
    }
    double least =
        candidates
            .cheapest(director::both, index -> director.task(read, index, this::emptyQueue))
            .map(RecoverySets.Priced::cost)
            .orElse(Double.POSITIVE_INFINITY);
    LongPredicate isBest =
        queued ->
            director.task(read.requestBytes(), known.queue(node).with((double) queued)) <= least;
    if (!isBest.test(0)) {
      return OptionalLong.empty();
    }
    // A cost never falls when a queue grows: bisected, to the byte.
    long most = 0;
    for (long step = Long.highestOneBit(Long.MAX_VALUE); step > 0; step >>= 1) {
      most = isBest.test(most + step) ? most + step : most;
    }
    return OptionalLong.of(most);
  }

  private NodeQueue emptyQueue(NodeId node) {
    NodeQueue queue = known.queue(node);
    return queue.isReachable() ? queue.with(0) : queue;
  }

  /** The best of the candidates; of all, when none of them can be had. */
  ProbeStep decide() {
    ReadOption best = director.choose(read, candidates, this::queue);
    if (read.partition().isReachable(best, this::queue)) {
      return new ProbeStep.Decided(best);
    }
    RecoverySets all = read.partition().sets();
    return ask(
        all.others(), more -> new ProbeStep.Decided(director.choose(read, all, more::queue)));
  }
}
