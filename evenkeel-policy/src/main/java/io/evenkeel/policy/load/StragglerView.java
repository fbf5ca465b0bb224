package io.evenkeel.policy.load;

import io.evenkeel.core.model.NodeId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The stragglers as of one evaluation, and what changed by it. Immutable.
 *
 * @param stragglers each with its reason, for people
 * @param suspects whom one witness alone finds slow, which accuses nobody for all; with the reason
 * @param appeared those that the evaluation before did not have
 * @param recovered those that only the evaluation before had
 * @param judgedNodes how many nodes had enough evidence
 * @param caveat why stragglers may be there that were not found; empty when nothing is known of
 *     that
 */
public record StragglerView(
    SortedMap<NodeId, String> stragglers,
    SortedMap<NodeId, String> suspects,
    SortedSet<NodeId> appeared,
    SortedSet<NodeId> recovered,
    int judgedNodes,
    String caveat) {
  /** Of nobody anything is known. */
  public static final StragglerView NOTHING =
      new StragglerView(new TreeMap<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), 0, "");

  public StragglerView {
    stragglers = Collections.unmodifiableSortedMap(new TreeMap<>(stragglers));
    suspects = Collections.unmodifiableSortedMap(new TreeMap<>(suspects));
    appeared = Collections.unmodifiableSortedSet(new TreeSet<>(appeared));
    recovered = Collections.unmodifiableSortedSet(new TreeSet<>(recovered));
  }

  public boolean isStraggler(NodeId node) {
    return stragglers.containsKey(node);
  }
}
