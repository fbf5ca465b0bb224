package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.testing.manager.Stripes;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stripes of two blocks, found by the nodes that are the first to hold one. */
class FirstHoldersTest {
  private final StripeCodec codec = new StripeCodec(new SecretHash(() -> 42));
  private final StripeTable table = new StripeTable(codec, 3, stripe -> {});

  private KnownStripe seen(int number, List<Integer> holdersOfOne, List<Integer> holdersOfOther) {
    List<List<NodeId>> replicas = List.of(nodes(holdersOfOne), nodes(holdersOfOther));
    Stripe stripe =
        new Stripe(0, 0, Scenario.GEOMETRY, Stripes.version(number, Scenario.GEOMETRY), replicas);
    return table.seen(new PlacedStripe("/file-" + number, stripe));
  }

  private static List<NodeId> nodes(List<Integer> numbers) {
    return numbers.stream().map(Scenario::dataNode).toList();
  }

  private List<KnownStripe> on(int node) {
    BitSet numbers = codec.use(List.of(Scenario.dataNode(node)));
    List<KnownStripe> found = table.onFirst(numbers);
    codec.leave(numbers);
    return found;
  }

  @Test
  void firstHolders_areFound_othersAreNot() {
    KnownStripe one = seen(1, List.of(1, 2), List.of(3, 1));
    KnownStripe two = seen(2, List.of(3), List.of(3));
    KnownStripe none = seen(3, List.of(), List.of(4));
    assertThat(on(1)).containsExactly(one);
    assertThat(on(2)).as("never alone").isEmpty();
    assertThat(on(3)).as("of the other it has none alone").containsExactly(two);
    assertThat(on(4)).containsExactly(none);
    table.check(0);
  }

  @Test
  void sameReplicasInAnotherOrder_changeNothing() {
    KnownStripe stripe = seen(1, List.of(1, 2, 3), List.of(4, 5));
    byte[] packed = stripe.replicas;
    for (int i = 0; i < 10_000; i++) {
      seen(1, i % 2 == 0 ? List.of(3, 1, 2) : List.of(2, 3, 1), List.of(5 - i % 2, 4 + i % 2));
    }
    assertThat(stripe.replicas).isSameAs(packed);
    for (int node = 1; node <= 5; node++) {
      boolean isFirst = node == 1 || node == 4;
      assertThat(on(node)).as("node %d", node).hasSize(isFirst ? 1 : 0);
    }
    table.check(0);
  }

  @Test
  void movedAndForgottenStripes_areNotFoundWhereTheyWere() {
    seen(1, List.of(1), List.of(2));
    KnownStripe moved = seen(1, List.of(3), List.of(2));
    assertThat(on(1)).isEmpty();
    assertThat(on(3)).containsExactly(moved);
    seen(2, List.of(4), List.of(4));
    seen(3, List.of(4), List.of(4));
    KnownStripe last = seen(4, List.of(3), List.of(4));
    assertThat(on(2)).as("the first to be seen is forgotten for the fourth").isEmpty();
    assertThat(on(3)).containsExactly(last);
    assertThat(table.size()).isEqualTo(3);
    table.check(0);
  }

  @Test
  void whatMovesToAndFro_isKeptTwiceAtMost() {
    for (int i = 0; i < 10_000; i++) {
      seen(1, List.of(1 + i % 2), List.of(9));
      seen(2 + i, List.of(1 + i % 2), List.of(8));
    }
    table.check(0);
    assertThat(on(9)).hasSize(1);
    assertThat(on(1).stream().distinct().count() + on(2).stream().distinct().count()).isEqualTo(3);
  }
}
