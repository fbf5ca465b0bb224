package io.evenkeel.policy.load;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What all witnesses say of one node at some moment.
 *
 * @param isReal whether there is such a node: it is listed or, where there is no list, two
 *     witnesses tell of it
 * @param jmx how fast it is by its own counters, if that is known
 * @param asked what came of asking it for them
 */
record NodeEvidence(
    NodeId node,
    boolean isReal,
    List<ClientEvidence> clients,
    Optional<NodeRate> jmx,
    Asked asked) {
  /** What came of asking a node for its counters last, within the window. */
  enum Asked {
    NEVER,
    ANSWERED,
    IN_VAIN
  }

  NodeEvidence {
    clients = List.copyOf(clients);
  }

  /**
   * How fast the node is by one kind of testimony. Of several clients the median counts, the slower
   * of the two in the middle: each counts once, so that none can hide what most others see, nor
   * show what none of them sees, with however much it tells.
   */
  Optional<NodeRate> rate(Origin origin) {
    if (origin == Origin.JMX) {
      return jmx;
    }
    List<NodeRate> told =
        clients.stream()
            .map(c -> c.rates().get(origin))
            .filter(Objects::nonNull)
            .sorted(Comparator.comparingDouble(NodeRate::bytesPerSecond))
            .toList();
    if (told.isEmpty()) {
      return Optional.empty();
    }
    NodeRate middle = told.get((told.size() - 1) / 2);
    return Optional.of(
        new NodeRate(
            node,
            origin,
            middle.bytesPerSecond(),
            sum(told.stream().mapToLong(NodeRate::bytes).toArray()),
            sum(told.stream().mapToLong(NodeRate::busyNanos).toArray()),
            told.stream().mapToDouble(NodeRate::effectiveSamples).sum(),
            middle.windowNanos()));
  }

  private static long sum(long... values) {
    long all = 0;
    for (long value : values) {
      all = all + value < 0 ? Long.MAX_VALUE : all + value;
    }
    return all;
  }
}
