package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.manager.Stripes;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written down of a stripe, and what is read of it. */
class ClaimTest {
  private static final NodeId D1 = new NodeId("d1:9866");
  private static final NodeId D2 = new NodeId("d2:9866");
  private static final NodeId A = new NodeId("a:6379");
  private static final NodeId B = new NodeId("b:6379");
  private static final StripeGeometry GEOMETRY =
      new StripeGeometry(CodeSpec.rs(3, 2), 1 << 16, List.of(1L << 27, 1L << 27, 5L));
  private static final Claim CLAIM =
      new Claim(
          Stripes.id(7),
          new PlacedStripe(
              "/größe/文/part-0",
              new Stripe(
                  4,
                  1L << 40,
                  GEOMETRY,
                  new ContentVersion("pool-1", "7.1001.5"),
                  List.of(List.of(D1, D2), List.of(), List.of(D2)))),
          List.of(B, A));

  @Test
  void whatIsWritten_isRead() {
    CatalogueEntry entry = CLAIM.toEntry().orElseThrow();
    assertThat(Claim.of(entry)).contains(CLAIM);
    // Form 1; 8 + 10 bytes of content, 21 of path, 4 + 8 + 8 ("rs-3-2") + 4 + 1 + 3 x 8 of shape,
    // 2 + 2 x 9 of holders, 3 + 3 x 2 of replicas, 2 + 2 x 8 of nodes.
    assertThat(entry.claim()).hasSize(1 + 18 + 21 + 49 + 20 + 9 + 18);
  }

  @Test
  void whatIsTooLong_isNotWritten() {
    PlacedStripe far = new PlacedStripe("/" + "p".repeat(70_000), CLAIM.content().stripe());
    assertThat(new Claim(CLAIM.id(), far, CLAIM.nodes()).toEntry()).isEmpty();
    PlacedStripe near = new PlacedStripe("/" + "p".repeat(65_500), CLAIM.content().stripe());
    assertThat(new Claim(CLAIM.id(), near, CLAIM.nodes()).toEntry()).isEmpty();
  }

  @Test
  void partOfOne_orMore_isNone() {
    byte[] whole = CLAIM.toEntry().orElseThrow().claim();
    for (int length = 0; length < whole.length; length++) {
      assertThat(read(Arrays.copyOf(whole, length))).as("%d bytes", length).isFalse();
    }
    assertThat(read(Arrays.copyOf(whole, whole.length + 1))).isFalse();
  }

  @Test
  void otherForm_isNone() {
    byte[] other = CLAIM.toEntry().orElseThrow().claim().clone();
    other[0]++;
    assertThat(read(other)).isFalse();
  }

  @Test
  void whateverIsThere_isReadOrNot_withoutAnException() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    byte[] whole = CLAIM.toEntry().orElseThrow().claim();
    for (int round = 0; round < 20_000; round++) {
      byte[] changed = whole.clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      assertThat(read(changed)).as("seed %d, round %d", seed, round).isIn(true, false);
    }
  }

  private static boolean read(byte[] claim) {
    return Claim.of(new CatalogueEntry(CLAIM.id(), claim)).isPresent();
  }
}
