package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is given up for who has stored nothing yet. */
class RoomOnCreditTest {
  private static final int CACHED = 10;

  /** Holds ten stripes of 110 bytes of 1,174; 73 may go on credit. */
  private final Scenario s = new Scenario(CACHED * 110, Scenario.A);

  private int published() {
    return s.manager.status(0).publishedStripes();
  }

  /** And a straggler that what is cached is not on. */
  private void fill() {
    for (int number = 10; number < 10 + CACHED; number++) {
      s.cache(0, number, 1);
    }
    s.hangs(SECOND, 1);
  }

  /** On the straggler, with parity of 11 bytes for each 10 of a block. */
  private static PlacedStripe asked(int number, int blockBytes) {
    return Scenario.content(number, Stripes.geometry(CodeSpec.xor(2), 100, blockBytes), 1);
  }

  private boolean isGranted(long now, int id, PlacedStripe content) {
    s.manager.tickets(now, List.of(content));
    return s.reserveFill(now, id, content).answer().granted();
  }

  /** All that is cached is there, and the straggler is one still. */
  private void pass(long now) {
    s.find(now, s.hangs(now, 1));
  }

  @Test
  void oneThatIsAsLargeAsAll_displacesNothing() {
    fill();
    assertThat(isGranted(2 * SECOND, 2000, asked(100, 1000))).isFalse();
    assertThat(published()).isEqualTo(CACHED);
    s.manager.check();
  }

  @Test
  void oneThatIsLarge_displacesManySmallOnes_andThenIsOwedFor() {
    fill();
    assertThat(isGranted(2 * SECOND, 2000, asked(100, 400))).isTrue();
    assertThat(published())
        .as("4 of 110 for 440, beside the 74 that are free")
        .isEqualTo(CACHED - 4);
    assertThat(isGranted(1200 * SECOND, 2001, asked(101, 100))).isFalse();
    s.manager.check();
  }

  /** What is withdrawn leaves room that costs nobody anything more. */
  @Test
  void whoAsksAndGivesBack_againAndAgain_takesNoMoreThanTheCredit() {
    fill();
    for (int round = 0; round < 20; round++) {
      long now = 2 * SECOND + round * SECOND / 2;
      int id = 2000 + 2 * round;
      isGranted(now, id, asked(100 + 2 * round, 100));
      s.manager.withdraw(now, Witness.THIS_MACHINE, Stripes.id(id), "tested");
      isGranted(now, id + 1, asked(101 + 2 * round, 100));
    }
    assertThat(published()).isEqualTo(CACHED - 1);
    s.manager.check();
  }

  /** As by a slow reader, for as long as it may. */
  @Test
  void whoHoldsTheRoom_keepsOthersWaiting_forALittleWhile_andNothingIsReadInVain() {
    fill();
    assertThat(isGranted(2 * SECOND, 2000, asked(100, 100))).isTrue();
    PlacedStripe other = asked(101, 100);
    s.manager.tickets(3 * SECOND, List.of(other));
    long orderedAt = 0;
    for (long now = 5 * SECOND; now < 600 * SECOND && orderedAt == 0; now += 5 * SECOND) {
      assertThat(s.reserveFill(now, 2000, asked(100, 100)).answer().granted()).isTrue();
      pass(now);
      orderedAt = s.fills(now).isEmpty() ? 0 : now;
    }
    // 110 are owed, and less than 73 are after 37 / 73 of five minutes.
    assertThat(orderedAt).isBetween(150 * SECOND, 160 * SECOND);
    assertThat(s.reserveFill(orderedAt, 2001, other).answer().reason()).isEmpty();
    assertThat(published()).isEqualTo(CACHED - 2);
    assertThat(s.manager.status(0).policy().failedFills()).isZero();
    s.manager.check();
  }

  /** Two fillers that have taken their orders, and credit for one. */
  @Test
  void anOrderForWhichThereIsNoCreditAnyMore_waits_andMayBeReadForLater() {
    fill();
    s.manager.tickets(2 * SECOND, List.of(asked(100, 100)));
    s.manager.tickets(2 * SECOND, List.of(asked(101, 100)));
    assertThat(s.fills(5 * SECOND)).hasSize(2);
    assertThat(s.reserveFill(5 * SECOND, 2000, asked(100, 100)).answer().granted()).isTrue();
    assertThat(s.reserveFill(5 * SECOND, 2001, asked(101, 100)).answer().reason())
        .contains("more is not given up so fast");
    assertThat(s.manager.status(0).policy().wantedFills()).isEqualTo(1);
    for (long now = 10 * SECOND; now < 100 * SECOND; now += 5 * SECOND) {
      s.reserveFill(now, 2000, asked(100, 100));
      pass(now);
      assertThat(s.fills(now)).isEmpty();
    }
    s.publish(100 * SECOND, 2000, asked(100, 100));
    assertThat(s.fills(101 * SECOND)).hasSize(1);
    assertThat(s.reserveFill(101 * SECOND, 2001, asked(101, 100)).answer().granted()).isTrue();
    assertThat(s.manager.status(0).policy().failedFills()).isZero();
    s.manager.check();
  }

  /** Three fit into all nodes together, and one on each. */
  @Test
  void byThePapersRuleToo_aNodeThatIsFullGivesUpOneForAnother() {
    ManagerSettings paper =
        ManagerSettings.of(165, Duration.ofSeconds(30))
            .withLimits(100, Duration.ofSeconds(3600))
            .withPolicy(CsacSettings.PAPER)
            .withFills(Duration.ofSeconds(2), 400, Duration.ofSeconds(10));
    Scenario full = new Scenario(paper, Scenario.A, Scenario.B);
    full.cache(0, 1, 1);
    full.cache(0, 2, 1);
    full.cache(SECOND, 3, 1);
    assertThat(full.isCached(SECOND, 3)).isTrue();
    assertThat(full.manager.status(0).publishedStripes()).isEqualTo(2);
    full.manager.check();
  }
}
