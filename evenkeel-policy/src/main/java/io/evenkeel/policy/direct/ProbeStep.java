package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How far a decision has got: it is made, left to the node of the normal read, or nodes are to be
 * asked first. Whoever has it asks them and goes on with what they answer, in whatever time that
 * takes; there are three rounds at most.
 */
public sealed interface ProbeStep {
  /** The decision. */
  record Decided(ReadOption option) implements ProbeStep {}

  /**
   * The normal read is sent to its node, which takes it unless more waits there than so much: then
   * it answers how much, and nothing is read. Where queues are short nobody waits for an answer.
   *
   * @param normal the normal read, which is decided if it is taken
   * @param node where to
   * @param queuedBytesMax the longest queue before it, at least 0
   * @param refused what to do with a node's queue that is longer, or without an answer
   */
  record ConditionalRead(ReadOption normal, NodeId node, long queuedBytesMax, Answers refused)
      implements ProbeStep {
    public ConditionalRead {
      if (queuedBytesMax < 0) {
        throw new IllegalArgumentException("no queue is of " + queuedBytesMax + " bytes");
      }
    }

    /**
     * The next step, by a node that did not take the read.
     *
     * @param queuedBytes Q_0 by node; empty if it has not answered in time
     */
    public ProbeStep refused(Map<NodeId, Long> queuedBytes) {
      return refused.then(queuedBytes);
    }
  }

  /** Nodes to ask. */
  interface Answers {
    /** What follows from what was answered. */
    ProbeStep then(Map<NodeId, Long> queuedBytes);
  }

  /**
   * Nodes are to be asked for their queues.
   *
   * @param nodes whom, all at once; at least one
   * @param answers what to do with their answers
   */
  record Ask(Set<NodeId> nodes, Answers answers) implements ProbeStep {
    public Ask {
      nodes = Collections.unmodifiableSet(new LinkedHashSet<>(nodes));
      if (nodes.isEmpty()) {
        throw new IllegalArgumentException("nobody to ask");
      }
    }

    /**
     * The next step.
     *
     * @param queuedBytes Q_j by node; who is not in it has not answered in time, and is taken for
     *     infinitely loaded
     */
    public ProbeStep answered(Map<NodeId, Long> queuedBytes) {
      return answers.then(queuedBytes);
    }
  }
}
