package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StripeCodecTest {
  private static final NodeId A = new NodeId("a:1");
  private static final NodeId B = new NodeId("b:1");
  private static final NodeId C = new NodeId("c:1");
  private final StripeCodec codec = new StripeCodec(new SecretHash(() -> 42));

  @Property
  void contents_areUnpackedAsPacked_andEqualOnlyIfTheyAre(
      @ForAll @Size(min = 1, max = 6) List<@LongRange(min = 0, max = 3) Long> first,
      @ForAll @Size(min = 1, max = 6) List<@LongRange(min = 0, max = 3) Long> second) {
    ContentVersion a = version(first);
    ContentVersion b = version(second);
    KnownStripe packed = codec.known(a);
    assertThat(codec.version(packed)).isEqualTo(a);
    assertThat(packed.equals(codec.known(b))).isEqualTo(a.equals(b));
    assertThat(packed.equals(codec.like(b))).isEqualTo(a.equals(b));
  }

  private static ContentVersion version(List<Long> from) {
    return BlockContents.of(
        from.stream()
            .map(
                n ->
                    new BlockVersion(
                        "pool-" + from.get(0) % 2, n * (Long.MAX_VALUE / 3), -n, n / 2))
            .toList());
  }

  @Test
  void fourBlocksOfAFile_takeFewBytes() {
    List<BlockVersion> blocks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      blocks.add(new BlockVersion("BP-1", (1L << 30) + 5000 + i, 10_000 + i, 128L << 20));
    }
    assertThat(codec.known(BlockContents.of(blocks)).content).hasSizeLessThanOrEqualTo(38);
  }

  @Test
  void needed_areTheNodesThatHoldAllOfABlock() {
    ContentVersion version =
        BlockContents.of(
            List.of(
                new BlockVersion("p", 1, 1, 10),
                new BlockVersion("p", 2, 1, 10),
                new BlockVersion("p", 3, 1, 10)));
    StripeGeometry geometry = new StripeGeometry(CodeSpec.xor(3), 10, List.of(10L, 10L, 10L));
    KnownStripe stripe = codec.known(version);
    place(stripe, geometry, List.of(List.of(A, B), List.of(C), List.of()));
    assertThat(codec.geometry(stripe)).isEqualTo(geometry);
    assertNeeded(stripe, List.of(), List.of());
    assertNeeded(stripe, List.of(A), List.of());
    assertNeeded(stripe, List.of(C), List.of(C));
    assertNeeded(stripe, List.of(A, B), List.of(A, B));
    assertNeeded(stripe, List.of(B, C), List.of(C));
  }

  private void place(KnownStripe stripe, StripeGeometry geometry, List<List<NodeId>> replicas) {
    Stripe placed = new Stripe(0, 0, geometry, codec.version(stripe), replicas);
    codec.place(stripe, new PlacedStripe("/f", placed), true);
  }

  private void assertNeeded(KnownStripe stripe, List<NodeId> slow, List<NodeId> needed) {
    BitSet numbers = codec.use(slow);
    assertThat(codec.needed(stripe, numbers)).isEqualTo(needed);
    assertThat(codec.needsAny(stripe, numbers)).isEqualTo(!needed.isEmpty());
    codec.leave(numbers);
  }

  @Test
  void blockWithMoreReplicasThanAreKept_needsNobody() {
    List<NodeId> many = new ArrayList<>();
    for (int i = 0; i <= StripeCodec.HOLDERS_MAX; i++) {
      many.add(new NodeId("node-" + i + ":1"));
    }
    StripeGeometry geometry = new StripeGeometry(CodeSpec.xor(2), 10, List.of(10L, 10L));
    KnownStripe stripe = codec.known(new ContentVersion("p", "1"));
    place(stripe, geometry, List.of(many, List.of(A)));
    assertThat(stripe.replicas).hasSize(3);
    assertNeeded(stripe, many, List.of());
    assertNeeded(stripe, List.of(A), List.of(A));
  }

  @Test
  void whatNobodyNamesAnyMore_isForgotten_andItsNumbersAreUsedAgain() {
    StripeGeometry geometry = new StripeGeometry(CodeSpec.xor(2), 10, List.of(10L, 10L));
    ContentVersion version = new ContentVersion("space", "1");
    for (int i = 0; i < 1000; i++) {
      KnownStripe stripe = codec.known(new ContentVersion("space-" + i, "1"));
      place(stripe, geometry, List.of(List.of(A), List.of(new NodeId("node-" + i + ":1"))));
      place(stripe, geometry, List.of(List.of(B), List.of(new NodeId("other-" + i + ":1"))));
      codec.check(List.of(stripe), 0);
      codec.forget(stripe);
    }
    codec.check(List.of(), 0);
    assertThat(codec.like(version)).as("nothing is known of the space").isNull();
    KnownStripe stripe = codec.known(version);
    assertThat(stripe.content).as("a small number again").hasSize(2);
    assertThat(codec.like(version)).isEqualTo(stripe);
  }

  @Test
  void nodesThatAreNotListed_takeNoNumber_whileSomeAre() {
    StripeGeometry geometry = new StripeGeometry(CodeSpec.xor(2), 10, List.of(10L, 10L));
    codec.list(Set.of(A, B));
    KnownStripe stripe = codec.known(new ContentVersion("p", "1"));
    place(stripe, geometry, List.of(List.of(A, B), List.of(A, C)));
    assertThat(codec.placed(stripe).stripe().replicas()).containsExactly(List.of(A, B), List.of());
    codec.check(List.of(stripe), 0);
    codec.list(Set.of());
    place(stripe, geometry, List.of(List.of(A, B), List.of(A, C)));
    assertThat(codec.placed(stripe).stripe().replicas())
        .containsExactly(List.of(A, B), List.of(A, C));
  }

  @Test
  void namesOfNodes_areBounded_andWhoHasOneKeepsIt() {
    StripeGeometry geometry = new StripeGeometry(CodeSpec.xor(2), 100, List.of(100L, 100L));
    KnownStripe first = null;
    for (int n = 0; 2 * n < StripeCodec.NODES_MAX + 1000; n++) {
      List<NodeId> holders =
          List.of(new NodeId("d" + 2 * n + ":1"), new NodeId("d" + (2 * n + 1) + ":1"));
      ContentVersion version = new ContentVersion("s", "c" + n);
      KnownStripe stripe = codec.known(version);
      Stripe placed = new Stripe(0, 0, geometry, version, List.of(holders, holders));
      codec.place(stripe, new PlacedStripe("/f", placed), true);
      first = first == null ? stripe : first;
      List<NodeId> known = 2 * n < StripeCodec.NODES_MAX ? holders : List.of();
      assertThat(codec.placed(stripe).stripe().replicas()).containsExactly(known, known);
    }
    assertThat(codec.placed(first).stripe().replicas().get(0)).hasSize(2);
  }
}
