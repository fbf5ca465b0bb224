package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToldStragglersTest {
  private static final long MEMORY = 30;
  private static final List<NodeId> NODES =
      IntStream.range(0, 6).mapToObj(i -> new NodeId("dn:" + i)).toList();

  private final ToldStragglers told = new ToldStragglers(MEMORY);

  private static NodeView slow(int node) {
    return new NodeView(NODES.get(node), true, "half as fast as the others");
  }

  private List<NodeId> at(long now, NodeId... avoided) {
    return told
        .now(Stream.of(avoided).map(node -> new NodeView(node, true, "")).toList(), now)
        .stream()
        .map(NodeView::node)
        .toList();
  }

  @Test
  void named_isAvoidedUntilTheMemoryEnds_unlessNamedAgain() {
    told.add(List.of(slow(0), slow(1)), NODES, 100);
    assertThat(at(129)).containsExactly(NODES.get(0), NODES.get(1));
    told.add(List.of(slow(1)), NODES, 110);
    assertThat(at(130)).containsExactly(NODES.get(1));
    assertThat(at(140)).isEmpty();
  }

  @Test
  void namedHealthy_isNoAccusation() {
    told.add(List.of(new NodeView(NODES.get(0), false, "")), NODES, 0);
    assertThat(at(0)).isEmpty();
  }

  @Test
  void moreThanHalf_theFirstNamedOnly() {
    told.add(List.of(slow(4), slow(3), slow(2), slow(1)), NODES, 0);
    assertThat(at(1)).containsExactly(NODES.get(4), NODES.get(3), NODES.get(2));
  }

  @Test
  void ownExperience_takesFromTheHalf() {
    told.add(List.of(slow(1), slow(2)), NODES, 0);
    assertThat(at(1, NODES.get(5), NODES.get(2))).containsExactly(NODES.get(1));
    assertThat(at(1, NODES.get(3), NODES.get(4), NODES.get(5))).isEmpty();
  }

  @Test
  void oneKnownNode_isNeverAccused() {
    told.add(List.of(slow(0)), NODES.subList(0, 1), 0);
    assertThat(at(1)).isEmpty();
  }

  @Test
  void howeverManyAreNamed_onlySoManyAreRemembered() {
    List<NodeView> everybody =
        IntStream.range(0, 100_000)
            .mapToObj(i -> new NodeView(new NodeId("stranger:" + i), true, ""))
            .toList();
    told.add(everybody, NODES, 0);
    assertThat(everybody.stream().filter(view -> told.isNamed(view.node(), 1))).hasSize(10_000);
    assertThat(told.now(List.of(), 1)).as("half of the known nodes").hasSize(NODES.size() / 2);
  }

  @Test
  void nodeThatNobodyAskedAbout_isAvoidedToo() {
    NodeId stranger = new NodeId("stranger:1");
    told.add(List.of(new NodeView(stranger, true, "")), NODES, 0);
    assertThat(at(1)).containsExactly(stranger);
  }
}
