package io.evenkeel.policy.load;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nodes, samples and rates for tests. */
final class Rates {
  static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
  static final long MIB = 1 << 20;

  /** Clients of two machines, which is as many as it takes to accuse a node for all. */
  static final Witness A = new Witness("10.1.0.1");

  static final Witness B = new Witness("10.1.0.2");

  private Rates() {}

  static NodeId node(int number) {
    return new NodeId("10.0.0." + number + ":9866");
  }

  /** Rates of nodes 0, 1, ... in MiB/s. */
  static List<NodeRate> of(double... mebibytesPerSecond) {
    List<NodeRate> rates = new ArrayList<>();
    for (double value : mebibytesPerSecond) {
      long bytes = Math.round(value * MIB * 10);
      rates.add(
          NodeRate.of(
              node(rates.size()), Origin.CLIENT, bytes, 10 * SECOND_NANOS, 10, 60_000_000_000L));
    }
    return rates;
  }

  /** A lane that was asked for 64 MiB. */
  static NodeSample sample(int node, double mebibytes, double seconds, Outcome outcome) {
    return new NodeSample(
        node(node),
        64 * MIB,
        Math.round(mebibytes * MIB),
        Math.round(seconds * SECOND_NANOS),
        outcome);
  }

  /** What readers are told of an evaluation. */
  static ClusterView told(StragglerView view) {
    List<NodeView> slow =
        view.stragglers().entrySet().stream()
            .map(e -> new NodeView(e.getKey(), true, e.getValue()))
            .toList();
    return ClusterView.of(slow, 0);
  }

  /** The numbers of the nodes that a detector finds. */
  static List<Integer> slow(String detector, double... mebibytesPerSecond) {
    return StragglerDetectors.named(detector).judge(of(mebibytesPerSecond)).slow().stream()
        .map(v -> v.rate().node().host())
        .map(host -> Integer.valueOf(host.substring(host.lastIndexOf('.') + 1)))
        .toList();
  }
}
