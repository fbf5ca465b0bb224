package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
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
    s.fill(CACHED);
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
    assertThat(isGranted(2 * SECOND, 2000, asked(100, 300))).as("3 of 110, over 4 x 73").isFalse();
    assertThat(isGranted(2 * SECOND, 2001, asked(101, 200))).isTrue();
    assertThat(published()).as("2 of 110 for 220, beside the 74 that are free").isEqualTo(8);
    for (long now = 5 * SECOND; now <= 700 * SECOND; now += 5 * SECOND) {
      assertThat(s.reserveFill(now, 2001, asked(101, 200)).answer().granted()).isTrue();
      pass(now);
      if (now == 600 * SECOND) {
        assertThat(isGranted(now, 2002, asked(102, 100))).as("220 less 146").isFalse();
      }
    }
    assertThat(isGranted(700 * SECOND, 2003, asked(103, 100))).as("220 less 170").isTrue();
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
    long orderedAt = 0;
    for (long now = 5 * SECOND; now < 600 * SECOND && orderedAt == 0; now += 5 * SECOND) {
      assertThat(s.reserveFill(now, 2000, asked(100, 100)).answer().granted()).isTrue();
      pass(now);
      s.manager.tickets(now, List.of(other));
      orderedAt = s.fills(now).isEmpty() ? 0 : now;
    }
    // 110 are owed, and less than 73 are after 37 / 73 of five minutes.
    assertThat(orderedAt).isBetween(150 * SECOND, 170 * SECOND);
    assertThat(s.reserveFill(orderedAt, 2001, other).answer().reason()).isEmpty();
    assertThat(published()).isEqualTo(CACHED - 2);
    assertThat(s.manager.status(0).policy().failedFills()).isZero();
    s.manager.check();
  }

  /** There are 74 bytes free, and nothing more to be had. */
  @Test
  void whatHasRoom_isOrdered_thoughWhatCameBeforeItInItsFolderHasNone() {
    fill();
    assertThat(isGranted(2 * SECOND, 2000, asked(100, 100))).isTrue();
    StripeGeometry wide = Stripes.geometry(CodeSpec.rs(2, 2), 50, 50);
    s.manager.tickets(3 * SECOND, List.of(asked(101, 100)));
    s.manager.tickets(3 * SECOND, List.of(Scenario.content(102, wide, 1)));
    s.manager.tickets(3 * SECOND, List.of(asked(103, 40)));
    assertThat(s.fills(6 * SECOND)).extracting(FillOrder::path).containsExactly("/file-103");
    assertThat(s.explain(6 * SECOND, 101).decision()).contains("nobody makes it yet");
    s.publish(7 * SECOND, 2000, asked(100, 100));
    assertThat(s.fills(16 * SECOND))
        .as("they waited, and there is credit")
        .extracting(FillOrder::path)
        .contains("/file-101");
    s.manager.check();
  }

  /** By however many files of however many folders: in one poll, and by the same machine, too. */
  @Test
  void whatHasNoRoom_keepsNobodyElsesWaiting() {
    Scenario of =
        new Scenario(
            Scenario.settings(CACHED * 110).withLimits(2000, Duration.ofHours(1)), Scenario.A);
    of.manager.toldUsedBytes(Scenario.A, CACHED * 110);
    for (int number = 0; number < 600; number++) {
      of.manager.tickets(0, new Witness("10.0.0.1"), List.of(at("/scan", number, 100)));
    }
    of.manager.tickets(0, new Witness("10.0.0.1"), List.of(at("/other", 700, 40)));
    of.manager.tickets(0, new Witness("10.0.0.2"), List.of(at("/scan", 701, 40)));
    assertThat(of.fills(3 * SECOND))
        .extracting(FillOrder::path)
        .containsExactlyInAnyOrder("/other/700", "/scan/701");
    of.manager.check();
  }

  private static PlacedStripe at(String folder, int number, int blockBytes) {
    PlacedStripe content = asked(number, blockBytes);
    return new PlacedStripe(folder + "/" + number, content.stripe());
  }

  /** What is likely to be read comes only once, with its straggler. */
  @Test
  void whatIsPrefetched_waitsForRoom() {
    Scenario of = new Scenario(CACHED * 110, Scenario.A);
    of.fill(CACHED);
    for (int number = 100; number < 105; number++) {
      of.manager.tickets(0, List.of(asked(number, 100)));
    }
    of.hangs(SECOND, 1);
    int wanted = of.manager.status(0).policy().wantedFills();
    assertThat(wanted).isGreaterThan(1);
    List<FillOrder> first = of.manager.fills(2 * SECOND, 1).answer().orders();
    PlacedStripe one = asked(Integer.parseInt(first.get(0).path().substring(6)), 100);
    assertThat(of.reserveFill(2 * SECOND, 2000, one).answer().granted()).isTrue();
    assertThat(of.fills(3 * SECOND)).isEmpty();
    assertThat(of.manager.status(0).policy().wantedFills()).isEqualTo(wanted - 1);
    of.publish(3 * SECOND, 2000, one);
    assertThat(of.fills(13 * SECOND)).isNotEmpty();
    of.manager.check();
  }

  /** Whoever carries out an order opens the file before it asks for room. */
  @Test
  void whatCannotBePlaced_isNotOrdered_beNoNodeReachedOrAllItsNodesFullOfWhatIsHotter() {
    Scenario of = new Scenario(440, Scenario.A, Scenario.B);
    of.manager.unreachable(Scenario.B, "tested");
    for (int number = 10; number < 14; number++) {
      of.cache(0, number, 5);
    }
    of.read(0, 1);
    of.read(0, 2);
    assertThat(of.fills(5 * SECOND)).isEmpty();
    assertThat(of.manager.status(0).policy().wantedFills()).isEqualTo(2);
    of.manager.toldUsedBytes(Scenario.B, 0);
    assertThat(of.fills(15 * SECOND)).hasSize(2);
    of.manager.check();
  }

  @Test
  void whatFindsNoRoomForLong_waitsNoMore() {
    Scenario of = new Scenario(440, Scenario.A);
    of.manager.unreachable(Scenario.A, "tested");
    of.read(0, 1);
    long max = 2 * DisplacementCredit.BACK_NANOS;
    assertThat(of.fills(max)).isEmpty();
    assertThat(of.manager.status(0).policy().wantedFills()).isEqualTo(1);
    long later = max + Fills.LATER_NANOS;
    assertThat(of.fills(later)).isEmpty();
    assertThat(of.manager.status(0).policy().wantedFills()).isZero();
    assertThat(of.explain(later, 1).decision()).contains("what may be given up is too little");
    assertThat(of.isWanted(later + 10 * SECOND - 1, 1)).as("it rests for a lease").isFalse();
    assertThat(of.isWanted(later + 10 * SECOND, 1)).isTrue();
    of.manager.check();
  }

  /** Two fillers that have taken their orders, and credit for one. */
  @Test
  void anOrderForWhichOthersTookTheRoom_waitsAgain_andIsNoFailure() {
    fill();
    s.manager.tickets(2 * SECOND, List.of(asked(100, 100)));
    s.manager.tickets(2 * SECOND, List.of(asked(101, 100)));
    assertThat(s.fills(5 * SECOND)).hasSize(2);
    assertThat(s.reserveFill(5 * SECOND, 2000, asked(100, 100)).answer().granted()).isTrue();
    assertThat(s.reserveFill(5 * SECOND, 2001, asked(101, 100)).answer().reason())
        .contains("more is not given up so fast");
    assertThat(s.manager.status(0).policy().wantedFills()).isEqualTo(1);
    s.publish(9 * SECOND, 2000, asked(100, 100));
    assertThat(s.fills(15 * SECOND - 1)).as("not before ten seconds").isEmpty();
    assertThat(s.fills(15 * SECOND)).extracting(FillOrder::path).containsExactly("/file-101");
    assertThat(s.reserveFill(15 * SECOND, 2001, asked(101, 100)).answer().granted()).isTrue();
    assertThat(s.manager.status(0).policy().failedFills()).isZero();
    s.manager.check();
  }

  /** As of a machine that was suspended: nobody could carry it out. */
  @Test
  void anOrder_doesNotLapse_whileTheManagerStandsStill() {
    assertThat(s.isWanted(SECOND, 1)).isTrue();
    assertThat(s.fills(4 * SECOND)).hasSize(1);
    s.manager.tickets(5 * SECOND, List.of(Scenario.content(2)));
    s.manager.stoodStill(60 * SECOND);
    s.manager.tick(65 * SECOND);
    assertThat(s.manager.status(0).policy().wantedFills()).as("what waits goes on").isEqualTo(1);
    assertThat(s.fills(65 * SECOND)).extracting(FillOrder::path).containsExactly("/file-2");
    assertThat(s.reserveFill(65 * SECOND, 2000, 1).answer().granted()).isTrue();
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
