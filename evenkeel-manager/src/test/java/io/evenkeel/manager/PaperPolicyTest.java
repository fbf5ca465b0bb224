package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static io.evenkeel.manager.Scenario.content;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * POCache's rule beside ours, of files that are one stripe each; the numbers are those of {@link
 * Scenario}.
 */
class PaperPolicyTest {
  private static ManagerSettings paper(long capacityBytes) {
    return ManagerSettings.of(capacityBytes, Duration.ofSeconds(30))
        .withLimits(100, Duration.ofSeconds(3600))
        .asInThePaper()
        .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofSeconds(1))
        .withFills(Duration.ofSeconds(2), 4000, Duration.ofSeconds(10));
  }

  @Test
  void decisions_evictAndAccount_beforeAnythingIsMade() {
    Scenario s = new Scenario(paper(220), A);
    s.cache(0, 1, 3);
    s.read(0, 2);
    s.manager.check();
    assertThat(s.manager.reserve(0, Stripes.id(9), content(9).geometry()).answer().granted())
        .as("what is wanted has its room")
        .isFalse();
    assertThat(s.read(0, 3).effects()).as("2 is wanted no more: nothing is deleted").isEmpty();
    s.read(0, 4);
    s.manager.check();
    for (int i = 0; i < 4; i++) {
      s.read(0, 4);
      s.read(0, 5);
    }
    assertThat(s.isCached(0, 1)).as("three reads against five and four").isFalse();
    s.manager.tick(13 * SECOND);
    s.manager.check();
    assertThat(s.manager.status(13 * SECOND).evictedStripes()).isEqualTo(1);
  }

  @Test
  void straggler_whatItTouchesIsAlwaysCached_andNothingElse_beThereRoomOrNot() {
    Scenario s = new Scenario(paper(220), A);
    s.hangs(SECOND, 2);
    assertThat(s.isWanted(SECOND, 4)).as("there is room").isFalse();
    s.cache(SECOND, 2, 5);
    PlacedStripe three = content(3, Scenario.GEOMETRY, 2);
    PlacedStripe four = content(4, Scenario.GEOMETRY, 2);
    s.manager.tickets(SECOND, List.of(three));
    assertThat(s.manager.tickets(SECOND, List.of(four)).answer().wanted())
        .as("one read is enough")
        .containsExactly(four.version());
    s.manager.tickets(SECOND, List.of(three));
    s.manager.tickets(SECOND, List.of(three));
    s.manager.check();
    assertThat(s.isCached(SECOND, 2)).isTrue();
  }

  @Test
  void status_namesThePreset_untilItIsChanged() {
    ManagerSettings paper = paper(220);
    assertThat(policy(paper)).startsWith("csac paper: eviction lfu");
    assertThat(policy(paper.withPolicy(paper.policy().withEviction("lru"))))
        .startsWith("csac: eviction lru");
  }

  private static String policy(ManagerSettings settings) {
    return new Scenario(settings, A).manager.status(0).policy().name();
  }

  @Test
  void prefetch_evictsAsItPicks() {
    Scenario s = new Scenario(paper(550), A);
    for (int number = 1; number <= 5; number++) {
      s.cache(0, number, 2);
    }
    PlacedStripe onTwo = content(7, Scenario.GEOMETRY, 2);
    PlacedStripe alsoOnTwo = content(8, Scenario.GEOMETRY, 2);
    s.hangs(SECOND, 1);
    s.manager.tickets(SECOND, List.of(onTwo));
    s.manager.tickets(SECOND, List.of(alsoOnTwo));
    long before = s.manager.status(SECOND).evictedStripes();
    s.hangs(2 * SECOND, 2);
    assertThat(s.manager.status(2 * SECOND).evictedStripes())
        .as("theta_p is two")
        .isEqualTo(before + 2);
    s.manager.check();
    assertThat(s.fills(3 * SECOND))
        .extracting(FillOrder::path)
        .containsExactly("/file-8", "/file-7");
    assertThat(s.reserveFill(3 * SECOND, 20, alsoOnTwo).answer().granted()).isTrue();
    s.manager.check();
    assertThat(s.manager.publish(5 * SECOND, Stripes.id(20), alsoOnTwo).answer().accepted())
        .isTrue();
    assertThat(s.manager.status(5 * SECOND).evictedStripes()).as("no more").isEqualTo(before + 2);
    s.hangs(6 * SECOND, 3);
    s.manager.check();
  }

  @Test
  void oneBlockStripes_areCopied_onlyAsInThePaper() {
    StripeGeometry one = new StripeGeometry(CodeSpec.xor(2), 100, List.of(100L));
    PlacedStripe small =
        new PlacedStripe(
            "/small",
            new Stripe(0, 0, one, Stripes.version(6, one), List.of(List.of(Scenario.dataNode(6)))));
    Scenario ours = new Scenario(440, A);
    assertThat(ours.manager.tickets(0, List.of(small)).answer().wanted()).isEmpty();
    assertThat(ours.manager.explain(0, List.of(small.version())).get(0).decision())
        .isEqualTo("not cached: the parity of one block is a copy of it");
    Scenario theirs = new Scenario(paper(440), A);
    assertThat(theirs.manager.tickets(0, List.of(small)).answer().wanted())
        .containsExactly(small.version());
  }
}
