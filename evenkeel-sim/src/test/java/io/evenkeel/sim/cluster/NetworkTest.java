package io.evenkeel.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.queue.ServerQueue.Discipline;
import io.evenkeel.sim.queue.VirtualScheduler;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private static StorageNodes nodes(double node, double rack, double reader) {
    LinkSettings links = new LinkSettings(Discipline.PS, node, rack, reader);
    NodeSettings settings =
        new NodeSettings(
            Discipline.FCFS,
            1e6,
            0,
            Distribution.constant(1),
            Distribution.constant(1),
            links,
            0,
            0,
            1);
    // Two racks of two, and one node alone in a third.
    return new StorageNodes(new VirtualScheduler(), settings, 5, 2, new SplittableRandom(1));
  }

  private static List<Double> rates(StorageNodes nodes, int node, int reader) {
    return nodes.links(nodes.all().get(node), nodes.reader(reader)).stream()
        .map(Network.Link::bytesPerSecond)
        .toList();
  }

  @Test
  void bytesCrossBothRacksLinks_exceptWithinARack() {
    StorageNodes nodes = nodes(10, 20, 30);
    assertThat(rates(nodes, 0, 0)).containsExactly(10.0, 30.0);
    assertThat(rates(nodes, 1, 1)).containsExactly(10.0, 20.0, 20.0, 30.0);
    assertThat(rates(nodes, 4, 2)).containsExactly(10.0, 30.0);
    assertThat(rates(nodes, 4, 3)).as("the fourth process is in the first rack").hasSize(4);
  }

  @Test
  void whatIsNoBottleneck_isNotCrossed() {
    assertThat(rates(nodes(0, 20, 0), 0, 0)).isEmpty();
    assertThat(rates(nodes(0, 20, 0), 0, 1)).containsExactly(20.0, 20.0);
    assertThat(rates(nodes(0, 0, 30), 0, 1)).containsExactly(30.0);
  }

  @Test
  void nodesOfARack_shareItsLink_whichIsAnotherOneInEachDirection() {
    StorageNodes nodes = nodes(10, 20, 30);
    List<Network.Link> one = nodes.links(nodes.all().get(0), nodes.reader(1));
    List<Network.Link> other = nodes.links(nodes.all().get(1), nodes.reader(1));
    List<Network.Link> back = nodes.links(nodes.all().get(2), nodes.reader(0));
    assertThat(other.subList(1, 3)).isEqualTo(one.subList(1, 3));
    assertThat(other.get(0).queue()).isNotSameAs(one.get(0).queue());
    assertThat(back.get(1).queue()).isNotSameAs(one.get(2).queue());
  }
}
