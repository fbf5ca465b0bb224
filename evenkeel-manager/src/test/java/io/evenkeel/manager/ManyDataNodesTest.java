package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.SECOND;
import static io.evenkeel.manager.Scenario.dataNode;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A cluster of more DataNodes than are remembered where nobody lists them. */
class ManyDataNodesTest {
  private static final int NODES = OutstandingBytes.NODES_MAX + 500;
  private static final int HUNG = NODES - 1;
  private static final int NOT_LISTED = NODES;
  private static final long MIB = 1 << 20;

  private static final int MACHINES = 20;

  /** As many as makes 4,096 times 16 in all. */
  private static final int HEARD = 4096 * 16 / NODES;

  private final Scenario scenario = new Scenario(220, Scenario.A);

  /** A client of each machine tells of nodes what it has seen. */
  private void observe(long now, int first, int end) {
    for (int machine = 0; machine < MACHINES; machine++) {
      Witness by = new Witness("10.1.0." + machine);
      List<NodeSample> samples = new ArrayList<>();
      for (int node = first; node < end; node++) {
        samples.add(sample(node));
        if (samples.size() == ManagerApi.SAMPLES_PER_REQUEST_MAX) {
          scenario.manager.observe(now, by, List.copyOf(samples), List.of());
          samples.clear();
        }
      }
      scenario.manager.observe(now, by, samples, List.of());
    }
  }

  private static NodeSample sample(int node) {
    return node == HUNG
        ? new NodeSample(dataNode(node), 8 * MIB, 0, 2 * SECOND, Outcome.ABORTED)
        : new NodeSample(dataNode(node), 8 * MIB, 8 * MIB, SECOND / 10, Outcome.FINISHED);
  }

  private LoadStatus load(long now) {
    return scenario.manager.status(now).load();
  }

  private static List<NodeId> stragglers(LoadStatus load) {
    return load.nodes().stream().filter(NodeLoad::straggler).map(NodeLoad::node).toList();
  }

  @Test
  void allListedNodes_areJudged_andThatOthersAreNotIsSaid() {
    Set<NodeId> listed =
        IntStream.range(0, NODES).mapToObj(Scenario::dataNode).collect(Collectors.toSet());
    scenario.manager.storageNodes(listed);
    observe(SECOND, 0, NODES);
    for (int node = 0; node < NODES; node++) {
      scenario.manager.observeCounters(SECOND, new DataNodeCounters(dataNode(node), 0, 0, 0));
    }
    scenario.manager.tick(SECOND);
    LoadStatus load = load(SECOND);
    assertThat(load.nodes()).extracting(NodeLoad::node).hasSize(NODES).containsAll(listed);
    assertThat(load.nodes())
        .filteredOn(n -> !n.straggler())
        .as("of more nodes fewer machines each are heard")
        .allMatch(n -> n.windowBytes() == HEARD * 8 * MIB);
    assertThat(stragglers(load)).containsExactly(dataNode(HUNG));
    assertThat(load.caveat()).isEmpty();

    observe(2 * SECOND, NOT_LISTED, NOT_LISTED + 1);
    scenario.manager.tick(2 * SECOND);
    load = load(2 * SECOND);
    assertThat(load.nodes()).extracting(NodeLoad::node).doesNotContain(dataNode(NOT_LISTED));
    assertThat(stragglers(load)).containsExactly(dataNode(HUNG));
    assertThat(load.caveat()).contains("the NameNode does not list them");
  }

  /** Those that are told of first keep their places. */
  @Test
  void nodesThatNobodyLists_areBounded_andThatOthersAreNotJudgedIsSaid() {
    // Node by node: of what one machine alone has told so far little is kept.
    for (int node = 0; node < NODES; node++) {
      observe(SECOND, node, node + 1);
    }
    scenario.manager.tick(SECOND);
    LoadStatus load = load(SECOND);
    assertThat(load.nodes()).hasSize(OutstandingBytes.NODES_MAX);
    assertThat(load.nodes()).extracting(NodeLoad::node).doesNotContain(dataNode(HUNG));
    assertThat(stragglers(load)).isEmpty();
    assertThat(load.caveat()).contains("or there are too many");
  }
}
