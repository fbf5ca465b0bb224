package io.evenkeel.policy.load;

import java.util.List;

/** A rule that says which of some nodes are stragglers now. Has no memory: see StragglerWatch. */
public interface StragglerDetector {
  String name();

  /**
   * Judges nodes by comparison with each other.
   *
   * @param rates of one origin, one a node
   */
  Judgement judge(List<NodeRate> rates);

  /**
   * What a rule says of some nodes.
   *
   * @param verdicts one for each rate, in the rates' order
   * @param caveat why this rule cannot find stragglers among so many nodes; empty when it can
   */
  record Judgement(List<NodeVerdict> verdicts, String caveat) {
    public Judgement {
      verdicts = List.copyOf(verdicts);
    }

    /** The verdicts on stragglers. */
    public List<NodeVerdict> slow() {
      return verdicts.stream().filter(NodeVerdict::isSlow).toList();
    }
  }
}
