package io.evenkeel.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeLoadsTest {
  private final NodeLoads loads = new NodeLoads();

  @Test
  void ranks_areTheBusiestFirst_whicheverNodesTheseAre() {
    loads.add(List.of(.1, .9, .2));
    assertThat(loads.medians()).containsExactly(.9, .2, .1);
    loads.add(List.of(.3, .4, .7));
    loads.add(List.of(.8, .1, .3));
    assertThat(loads.medians()).containsExactly(.8, .3, .1);
  }

  /** Of 500 nodes with loads of 0 to 499 every 2.5th. */
  @Test
  void ofManyNodes_someAreKept() {
    List<Double> utilisations = IntStream.range(0, 500).mapToObj(i -> (double) i).toList();
    loads.add(utilisations);
    assertThat(loads.medians()).hasSize(200).startsWith(499.0, 497.0, 494.0, 492.0).endsWith(2.0);
    assertThat(loads.medians()).isSortedAccordingTo(Collections.reverseOrder());
  }
}
