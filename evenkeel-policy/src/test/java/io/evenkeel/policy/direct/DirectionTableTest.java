package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.policy.direct.DirectionTable.Share;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DirectionTableTest {
  private static final CodedPartition PARTITION = partition("rs-2-2");
  private static final ReadOption ORIGINAL = ReadOption.original(0);
  private static final ReadOption SOME = new ReadOption(0, IndexSet.of(1, 2));
  private static final ReadOption OTHER = new ReadOption(0, IndexSet.of(2, 3));

  private static DirectionTable table(Share... shares) {
    return DirectionTable.of(Map.of(0L, List.of(shares)));
  }

  @Test
  void draws_byTheProbabilities() {
    DirectionTable table =
        table(new Share(ORIGINAL, 0.5), new Share(SOME, 0.2), new Share(OTHER, 0.3));
    RandomSource random = Groups.random(3);
    Map<ReadOption, Integer> counts = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      counts.merge(table.draw(PARTITION, random), 1, Integer::sum);
    }
    // Five times the deviation of a count is at most 791.
    assertThat(counts.get(ORIGINAL)).isBetween(49_200, 50_800);
    assertThat(counts.get(SOME)).isBetween(19_200, 20_800);
    assertThat(counts.get(OTHER)).isBetween(29_200, 30_800);
  }

  @Test
  void draws_noWayOfProbabilityZero() {
    DirectionTable table =
        table(new Share(ORIGINAL, 0), new Share(SOME, 1 - 1e-9), new Share(OTHER, 0));
    assertThat(table.draw(PARTITION, () -> 0)).isEqualTo(SOME);
    assertThat(table.draw(PARTITION, () -> -1)).as("the largest").isEqualTo(SOME);
  }

  @Test
  void partitionsWithoutAnEntry_areReadNormally() {
    assertThat(DirectionTable.empty().draw(PARTITION, Groups.random(1))).isEqualTo(ORIGINAL);
    assertThat(DirectionTable.empty().shares(0)).isEmpty();
  }

  @Test
  void whatIsNoDistribution_isRefused() {
    assertThatThrownBy(() -> table(new Share(ORIGINAL, 0.5), new Share(SOME, 0.4)))
        .hasMessageStartingWith("the probabilities of partition 0 add up to 0.9");
    assertThatThrownBy(() -> table()).hasMessageContaining("add up to 0.0");
    assertThatThrownBy(() -> new Share(ORIGINAL, 1.01)).hasMessageContaining("got 1.01");
    assertThatThrownBy(() -> new Share(ORIGINAL, -0.01)).hasMessageContaining("got -0.01");
    assertThatThrownBy(() -> new Share(ORIGINAL, Double.NaN)).hasMessageContaining("got NaN");
  }
}
