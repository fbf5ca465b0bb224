package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.partition;
import static io.evenkeel.policy.direct.Groups.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.policy.direct.DirectionTable.Share;
import io.evenkeel.policy.direct.LoadDirection.Belief;
import io.evenkeel.policy.direct.ProbeStep.Decided;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LoadDirectionsTest {
  private static final DirectedRead READ = new DirectedRead(partition("rs-6-3"), 4);

  /** The normal read costs least with up to 31 bytes before it: see LoadDirectorsTest. */
  private static final QueueView BUSY = view(32, 9, 1, 2, 9, 3, 4, 5, 6);

  private static final IndexSet BEST = IndexSet.of(2, 3, 5, 6, 7, 8);

  private static Known known(QueueView queues) {
    return new Known(queues, DirectionTable.empty());
  }

  private static Decided decide(String name, Known known, QueueView exact, int[] probes) {
    ProbeStep first = LoadDirections.named(name).begin(READ, known, Groups.random(5));
    return Groups.decide(first, exact, probes);
  }

  @Example
  void names_defaultFirst() {
    assertThat(LoadDirections.names())
        .startsWith("projected", "staged")
        .contains("normal", "llf", "lmlf", "llf-pw2", "lmlf-pw2", "lmlf-lazy", "opt-lazy");
    assertThatThrownBy(() -> LoadDirections.named("no-such"))
        .hasMessage("no load direction 'no-such'; known: " + LoadDirections.names());
  }

  @Example
  void probes_areThePapers() {
    Map<String, Integer> expected =
        Map.of("normal", 0, "llf", 9, "lmlf", 9, "llf-pw2", 7, "lmlf-pw2", 7, "staged", 7);
    expected.forEach(
        (name, count) -> {
          int[] probes = {0};
          decide(name, known(view(new double[9])), BUSY, probes);
          assertThat(probes[0]).as(name).isEqualTo(count);
        });
    int[] probes = {0};
    decide("staged", known(view(new double[9])), view(10, 0, 0, 0, 0, 0, 0, 0, 0), probes);
    assertThat(probes[0]).as("Q0 = 2.5 D").isEqualTo(1);
  }

  @Example
  void views_areBelievedWithoutAProbe() {
    for (String name : List.of("lmlf-lazy", "projected")) {
      int[] probes = {0};
      assertThat(decide(name, known(BUSY), BUSY, probes).option().indexes()).isEqualTo(BEST);
      assertThat(probes[0]).isZero();
    }
    assertThat(decide("normal", known(BUSY), BUSY, new int[1]).option().isDegraded()).isFalse();
    assertThat(LoadDirections.named("lmlf-lazy").belief()).isEqualTo(Belief.LAZY);
    assertThat(LoadDirections.named("projected").belief()).isEqualTo(Belief.PROJECTED);
    assertThat(LoadDirections.named("opt-lazy").belief()).isEqualTo(Belief.TABLE);
    assertThat(LoadDirections.named("lmlf").belief()).isEqualTo(Belief.RATES);
  }

  @Example
  void table_isDrawnFrom_butNotTheDead() {
    ReadOption some = new ReadOption(0, IndexSet.of(1, 2, 3, 4, 5, 6));
    DirectionTable table = DirectionTable.of(Map.of(0L, List.of(new Share(some, 1))));
    assertThat(decide("opt-lazy", new Known(BUSY, table), BUSY, new int[1]).option())
        .isEqualTo(some);
    QueueView oneDead = view(32, 9, -1, 2, 9, 3, 4, 5, 6);
    assertThat(decide("opt-lazy", new Known(oneDead, table), oneDead, new int[1]).option())
        .as("29 bytes of others and 2.5 D are more")
        .isEqualTo(ReadOption.original(0));
    assertThat(decide("opt-lazy", known(BUSY), BUSY, new int[1]).option())
        .as("no entry")
        .isEqualTo(ReadOption.original(0));
  }

  /** Whoever is known to be dead is neither asked nor read where there is another way. */
  @Property(tries = 1000)
  void dead_areNotChosenByAnybody(@ForAll long seed) {
    Random random = new Random(seed);
    double[] queued = new double[9];
    for (int n = 0; n < queued.length; n++) {
      queued[n] = random.nextInt(4) == 0 ? -1 : random.nextInt(50);
    }
    QueueView queues = view(queued);
    CodedPartition partition = READ.partition();
    ReadOption some = new ReadOption(0, IndexSet.of(1, 2, 3, 4, 5, 6));
    DirectionTable table =
        DirectionTable.of(
            Map.of(0L, List.of(new Share(some, 0.5), new Share(READ.original(), 0.5))));
    boolean anyWay =
        partition.isReachable(READ.original(), queues)
            || Groups.all(partition.sets()).stream()
                .anyMatch(set -> partition.isReachable(new ReadOption(0, set), queues));
    for (String name : LoadDirections.names()) {
      ProbeStep step =
          LoadDirections.named(name).begin(READ, new Known(queues, table), Groups.random(seed));
      if (step instanceof ProbeStep.Ask ask) {
        assertThat(ask.nodes()).as(name).allMatch(node -> queues.queue(node).isReachable());
      }
      if (step instanceof ProbeStep.ConditionalRead read) {
        assertThat(queues.queue(read.node()).isReachable()).as(name).isTrue();
      }
      ReadOption option = Groups.decide(step, queues, new int[1]).option();
      assertThat(partition.isReachable(option, queues)).as(name).isEqualTo(anyWay);
    }
  }
}
