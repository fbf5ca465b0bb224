package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static io.evenkeel.manager.Scenario.content;
import static io.evenkeel.manager.Scenario.dataNode;
import static io.evenkeel.manager.Scenario.delete;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.Witness;
import io.evenkeel.testing.manager.Stripes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parity that is to be made; the numbers are those of {@link Scenario}. */
class ManagerFillsTest {
  private final Scenario s = new Scenario(440, A);

  @Test
  void reserveFill_isForWhatIsWanted_byOneMaker_inItsShape() {
    assertThat(s.reserveFill(0, 10, 1).answer().reason()).contains("nobody has asked");
    s.read(0, 1);
    var other = content(1, Stripes.geometry(CodeSpec.xor(2), 50, 100));
    assertThat(s.reserveFill(0, 10, other).answer().reason())
        .contains("is wanted as xor-2-1 in subblocks of 100 of blocks of [100, 100] bytes")
        .contains(", not as xor-2-1 in subblocks of 50 of blocks of [100, 100] bytes");
    assertThat(s.reserveFill(0, 10, 1).answer().nodes()).containsExactly(A);
    assertThat(s.reserveFill(0, 10, 1).answer().nodes()).as("again").containsExactly(A);
    assertThat(s.reserveFill(0, 11, 1).answer().reason()).contains("being made by another");
    assertThat(s.isWanted(0, 1)).as("somebody makes it").isFalse();
    assertThat(s.explain(0, 1).decision()).endsWith("; being made");
    assertThat(s.publish(0, 10, 2).reason()).contains("reserved for another content");
    assertThat(s.publish(0, 10, 1).accepted()).isTrue();
    assertThat(s.isCached(0, 1)).isTrue();
  }

  @Test
  void fillThatTakesLongerThanALease_keepsItsRoom_whileItsMakerAsks() {
    s.read(0, 1);
    s.reserveFill(0, 10, 1);
    for (int second = 1; second < 25; second++) {
      s.manager.tick(second * SECOND);
      if (second % 3 == 0) {
        assertThat(s.reserveFill(second * SECOND, 10, 1).answer().granted()).isTrue();
      }
    }
    s.manager.check();
    assertThat(s.publish(25 * SECOND, 10, 1).accepted()).isTrue();
    assertThat(s.isCached(25 * SECOND, 1)).isTrue();
  }

  @Test
  void fillOfWhatIsSaidToBeGoneMeanwhile_isDoubtedOnceItIsPublished() {
    s.read(0, 1);
    s.reserveFill(0, 10, 1);
    s.read(0, 2);
    s.reserveFill(0, 20, 2);
    s.manager.changed(SECOND, List.of(PathChange.gone(content(1).path())));
    s.manager.tick(4 * SECOND);
    assertThat(s.publish(5 * SECOND, 10, 1).accepted()).isTrue();
    assertThat(s.publish(5 * SECOND, 20, 2).accepted()).isTrue();
    s.manager.check();
    assertThat(s.manager.status(5 * SECOND).doubtedStripes()).isOne();
    s.read(6 * SECOND, 1);
    assertThat(s.manager.status(6 * SECOND).doubtedStripes()).as("it is read").isZero();
    s.manager.check();
  }

  @Test
  void fillThatIsReadAfterItWasSaidToBeGone_isNotDoubted() {
    s.read(0, 1);
    s.reserveFill(0, 10, 1);
    s.manager.changed(SECOND, List.of(PathChange.gone(content(1).path())));
    s.manager.tick(4 * SECOND);
    s.read(5 * SECOND, 1);
    assertThat(s.publish(6 * SECOND, 10, 1).accepted()).isTrue();
    assertThat(s.manager.status(6 * SECOND).doubtedStripes()).isZero();
  }

  @Test
  void fillMovedSomewhere_andReadThere_isDoubtedWhenThatIsGone() {
    String there = "/" + "x".repeat(ChangedPaths.MOVED_CHARS_MAX);
    s.read(0, 1);
    s.reserveFill(0, 10, 1);
    s.manager.changed(SECOND, List.of(PathChange.moved(content(1).path(), there)));
    s.manager.tick(4 * SECOND);
    s.manager.tickets(5 * SECOND, List.of(new PlacedStripe(there, content(1).stripe())));
    assertThat(s.publish(6 * SECOND, 10, 1).accepted()).isTrue();
    s.manager.changed(7 * SECOND, List.of(PathChange.gone(there)));
    s.manager.tick(10 * SECOND);
    assertThat(s.manager.status(10 * SECOND).doubtedStripes()).isOne();
    s.manager.check();
  }

  @Test
  void fillRenamedOverAnother_andReadThere_isNotDoubted() {
    s.read(0, 1);
    s.reserveFill(0, 10, 1);
    s.manager.changed(
        SECOND, List.of(PathChange.gone("/b"), PathChange.moved(content(1).path(), "/b")));
    s.manager.tickets(SECOND, List.of(new PlacedStripe("/b", content(1).stripe())));
    s.manager.tick(4 * SECOND);
    assertThat(s.publish(5 * SECOND, 10, 1).accepted()).isTrue();
    assertThat(s.manager.status(5 * SECOND).doubtedStripes()).isZero();
    s.manager.check();
  }

  @Test
  void lease_expires_andItRests_twiceAsLongTheNextTime() {
    s.read(0, 1);
    assertThat(s.reserveFill(SECOND, 10, 1).answer().lease()).contains(Duration.ofSeconds(10));
    assertThat(s.manager.tick(11 * SECOND - 1)).isEmpty();
    assertThat(s.manager.tick(11 * SECOND)).contains(delete(Stripes.id(10), A));
    s.manager.check();
    assertThat(s.publish(11 * SECOND, 10, 1).accepted()).isFalse();
    assertThat(s.isWanted(21 * SECOND - 1, 1)).isFalse();
    assertThat(s.explain(16 * SECOND, 1).decision())
        .contains("came to nothing 1 times in a row, rests for 5 s more");
    assertThat(s.explain(16 * SECOND, 1).accesses()).as("it is known on").isEqualTo(2);
    assertThat(s.isWanted(21 * SECOND, 1)).isTrue();
    s.reserveFill(21 * SECOND, 11, 1);
    assertThat(
            s.manager
                .withdraw(22 * SECOND, Witness.THIS_MACHINE, Stripes.id(11), "tested")
                .effects())
        .containsExactly(delete(Stripes.id(11), A));
    assertThat(s.isWanted(42 * SECOND - 1, 1)).isFalse();
    assertThat(s.isWanted(42 * SECOND, 1)).isTrue();
    assertThat(s.manager.status(0).policy().failedFills()).isEqualTo(2);
    s.reserveFill(42 * SECOND, 12, 1);
    s.publish(42 * SECOND, 12, 1);
    s.manager.withdraw(
        43 * SECOND, Witness.THIS_MACHINE, Stripes.id(12), "a reader found it broken");
    assertThat(s.isWanted(43 * SECOND, 1)).as("it was made well: nothing rests").isTrue();
    s.manager.check();
  }

  @Test
  void publishedInTime_isNotTakenBack() {
    s.read(0, 1);
    s.reserveFill(0, 10, 1);
    s.publish(9 * SECOND, 10, 1);
    assertThat(s.manager.tick(11 * SECOND)).noneMatch(Effect.Delete.class::isInstance);
    assertThat(s.isCached(11 * SECOND, 1)).isTrue();
  }

  private static Scenario largeCache() {
    return new Scenario(
        Scenario.settings(1L << 40).withLimits(3 * Fills.OPEN_MAX, Duration.ofHours(1)), A);
  }

  private static PlacedStripe placed(String path, int number) {
    return new PlacedStripe(path, content(number).stripe());
  }

  @Test
  void scanOfAFolder_leavesRoomAndTurnsToOthers() {
    Scenario large = largeCache();
    int wanted = 0;
    for (int n = 0; n < Fills.OPEN_MAX; n++) {
      var answer = large.manager.tickets(0, List.of(placed("/scan/part-" + n, n))).answer();
      wanted += answer.wanted().size();
    }
    assertThat(wanted).isEqualTo(Fills.OPEN_MAX / 2);
    assertThat(large.explain(0, Fills.OPEN_MAX - 1).decision()).contains("of its folder");
    requireRoomAndTurnOfAnother(large, "/scan/part-0");
  }

  @Test
  void machineThatAsksForEverything_leavesRoomAndTurnsToOthers() {
    Scenario large = largeCache();
    Witness greedy = new Witness("10.9.9.9");
    int wanted = 0;
    for (int n = 0; n < Fills.OPEN_MAX; n++) {
      List<PlacedStripe> next = List.of(placed("/table/day=" + n + "/part", n));
      wanted += large.manager.tickets(0, greedy, next).answer().wanted().size();
    }
    assertThat(wanted).isEqualTo(3 * Fills.OPEN_MAX / 4);
    assertThat(large.explain(0, Fills.OPEN_MAX - 1).decision()).contains("for its machine");
    requireRoomAndTurnOfAnother(large, "/table/day=0/part");
  }

  private static void requireRoomAndTurnOfAnother(Scenario large, String first) {
    PlacedStripe hot = placed("/hot/part", Fills.OPEN_MAX);
    assertThat(large.manager.tickets(0, List.of(hot)).answer().wanted()).hasSize(1);
    assertThat(large.fills(3 * SECOND))
        .extracting(FillOrder::path)
        .containsExactly(first, "/hot/part");
    large.manager.check();
  }

  /** Each takes half of the room that is left; what comes then has the first that is free. */
  @Test
  void scansOfManyFolders_leaveTheNextRoomToOneMore() {
    Scenario large =
        new Scenario(Scenario.settings(1L << 40).withLimits(1 << 20, Duration.ofHours(1)), A);
    int number = 0;
    for (int folder = 0; folder < 20; folder++) {
      for (boolean wanted = true; wanted; number++) {
        PlacedStripe next = placed("/table/day=" + folder + "/part-" + number, number);
        wanted = !large.manager.tickets(0, List.of(next)).answer().wanted().isEmpty();
      }
    }
    List<PlacedStripe> hot = List.of(placed("/hot/part", number));
    assertThat(large.manager.tickets(0, hot).answer().wanted()).isEmpty();
    FillOrder order = large.fills(3 * SECOND).get(0);
    int made = Integer.parseInt(order.path().substring(order.path().indexOf('-') + 1));
    PlacedStripe content = placed(order.path(), made);
    assertThat(large.reserveFill(3 * SECOND, 1, content).answer().granted()).isTrue();
    assertThat(large.manager.tickets(3 * SECOND, hot).answer().wanted()).hasSize(1);
  }

  @Test
  void orders_waitForReaders_thenComeOldestFirst_atALimitedRate() {
    s.read(0, 1);
    s.read(SECOND / 2, 2);
    s.read(SECOND / 2, 3);
    assertThat(s.fills(2 * SECOND - 1)).isEmpty();
    List<FillOrder> first = s.fills(2 * SECOND);
    assertThat(first).extracting(FillOrder::path).containsExactly("/file-1");
    assertThat(first.get(0).version()).isEqualTo(content(1).version());
    assertThat(first.get(0).geometry()).isEqualTo(content(1).geometry());
    assertThat(first.get(0).reason()).isEqualTo("asked for 1 times lately");
    s.read(2 * SECOND, 4);
    // 200 bytes are left and 200 come in half a second: two orders, then nothing is left.
    assertThat(s.fills(5 * SECOND / 2))
        .extracting(FillOrder::path)
        .containsExactly("/file-2", "/file-3");
    assertThat(s.fills(5 * SECOND / 2)).isEmpty();
    assertThat(s.fills(9 * SECOND / 2)).extracting(FillOrder::path).containsExactly("/file-4");
    assertThat(s.manager.fills(5 * SECOND, 1).answer().bytesPerSecond()).isEqualTo(400);
    assertThat(s.manager.status(0).policy().runningFills()).isEqualTo(4);
  }

  @Test
  void orderOfAFileThatIsGone_isOver() {
    s.read(0, 1);
    String path = s.fills(2 * SECOND).get(0).path();
    assertThat(s.manager.status(0).policy().runningFills()).isEqualTo(1);
    s.manager.changed(2 * SECOND, List.of(PathChange.gone(path)));
    s.manager.tick(5 * SECOND);
    assertThat(s.manager.status(0).policy().runningFills()).isZero();
    assertThat(s.manager.status(0).policy().failedFills()).isZero();
    s.manager.check();
  }

  @Test
  void tokenBucket_overdraws_andWaitsUntilTheDebtIsPaid() {
    TokenBucket bucket = new TokenBucket(100);
    assertThat(bucket.hasSome(0)).isTrue();
    bucket.spend(350);
    assertThat(bucket.hasSome(5 * SECOND / 2)).as("250 of 250 paid").isFalse();
    assertThat(bucket.hasSome(5 * SECOND / 2 + SECOND / 100)).isTrue();
    assertThat(bucket.hasSome(100 * SECOND)).isTrue();
    bucket.spend(100);
    assertThat(bucket.hasSome(100 * SECOND)).as("a second's worth is saved at most").isFalse();
  }

  /** As when somebody asks for the parity of a stripe of terabytes, which need not exist. */
  @Test
  void tokenBucket_owesAMinuteAtMost() {
    TokenBucket bucket = new TokenBucket(64 << 20);
    assertThat(bucket.hasSome(0)).isTrue();
    bucket.spend(1L << 41);
    assertThat(bucket.hasSome(TokenBucket.DEBT_SECONDS_MAX * SECOND)).isFalse();
    assertThat(bucket.hasSome(TokenBucket.DEBT_SECONDS_MAX * SECOND + SECOND / 100)).isTrue();
    TokenBucket slow = new TokenBucket(1 << 20);
    assertThat(slow.hasSome(0)).isTrue();
    slow.spend(768L << 20);
    assertThat(slow.hasSome(766 * SECOND)).as("what stripes are long is paid").isFalse();
    assertThat(slow.hasSome(768 * SECOND)).isTrue();
  }

  @Test
  void order_thatNobodyReservesFor_isGivenAgain_threeTimesInAll() {
    s.read(0, 1);
    for (int time = 0; time < 3; time++) {
      long at = (2 + 10 * time) * SECOND;
      assertThat(s.fills(at)).as("at %d s", 2 + 10 * time).hasSize(1);
      assertThat(s.fills(at + 10 * SECOND - 1)).isEmpty();
      s.manager.tick(at + 10 * SECOND);
    }
    assertThat(s.fills(33 * SECOND)).isEmpty();
    assertThat(s.explain(33 * SECOND, 1).decision()).contains("came to nothing 1 times in a row");
    s.manager.check();
  }

  @Test
  void wantedParity_thatNobodyMakes_keepsNoRoom() {
    s.read(0, 1);
    s.manager.tick(12 * SECOND);
    assertThat(s.explain(12 * SECOND, 1).decision()).contains("nobody makes it yet");
    s.manager.tick(12 * SECOND + 1);
    assertThat(s.explain(13 * SECOND, 1).decision()).contains("nobody made its parity in time");
    assertThat(s.manager.status(0).policy().wantedFills()).isZero();
    s.manager.check();
  }

  @Test
  void changedContent_isOrderedAfterWhatIsThereNow_andOnce() {
    s.read(0, 1);
    PlacedStripe changed =
        new PlacedStripe(
            "/file-1",
            new Stripe(
                0,
                0,
                Scenario.GEOMETRY,
                Stripes.version(2, Scenario.GEOMETRY),
                content(1).stripe().replicas()));
    s.manager.tickets(SECOND, List.of(changed));
    assertThat(s.fills(5 * SECOND))
        .extracting(FillOrder::version)
        .containsExactly(changed.version(), content(1).version());
    assertThat(s.explain(5 * SECOND, 1).decision())
        .contains("was said to have another content; ordered");
    assertThat(s.explain(5 * SECOND, 1).accesses()).as("whoever says so is not trusted").isOne();
    s.manager.tick(15 * SECOND);
    s.manager.check();
    assertThat(s.fills(15 * SECOND))
        .extracting(FillOrder::version)
        .containsExactly(changed.version());
    assertThat(s.explain(15 * SECOND, 1).decision()).contains("could not be made lately");
  }

  @Test
  void contentThatIsAskedForAgain_isNoLongerSuperseded() {
    s.read(0, 1);
    s.manager.tickets(SECOND, List.of(new PlacedStripe(content(1).path(), content(50).stripe())));
    s.read(2 * SECOND, 1);
    assertThat(s.fills(5 * SECOND))
        .extracting(FillOrder::version)
        .as("the other was said to be gone since")
        .containsExactly(content(1).version(), content(50).version());
    s.manager.check();
  }

  private void knowThreeFilesThatNobodyMakes() {
    for (int number = 1; number <= 3; number++) {
      s.read(0, number);
    }
    s.manager.tick(13 * SECOND);
  }

  @Test
  void appearedStraggler_prefetchesWhatItTouches_withoutCountingAnAccess() {
    knowThreeFilesThatNobodyMakes();
    s.hangs(20 * SECOND, 2);
    List<FillOrder> orders = s.fills(20 * SECOND);
    assertThat(orders).extracting(FillOrder::path).containsExactly("/file-2");
    assertThat(orders.get(0).reason())
        .isEqualTo("prefetch: asked for 1 times lately, needs stragglers [datanode-2:9866]");
    assertThat(s.manager.fills(20 * SECOND, 1).answer().stragglers()).containsExactly(dataNode(2));
    assertThat(s.reserveFill(21 * SECOND, 10, 2).answer().granted()).isTrue();
    assertThat(s.publish(21 * SECOND, 10, 2).accepted()).isTrue();
    assertThat(s.manager.status(0).policy().prefetchedStripes()).isEqualTo(1);
    assertThat(s.explain(21 * SECOND, 2).accesses()).isEqualTo(1);
    s.manager.check();
  }

  @Test
  void prefetch_ofAFileOfWhichAnotherContentIsTold_goesOn() {
    knowThreeFilesThatNobodyMakes();
    s.hangs(20 * SECOND, 2);
    s.manager.tickets(
        20 * SECOND, List.of(new PlacedStripe(content(2).path(), content(50).stripe())));
    assertThat(s.fills(20 * SECOND))
        .extracting(FillOrder::version)
        .containsExactly(content(2).version());
    s.manager.check();
  }

  @Test
  void prefetching_keepsWithinItsShare() {
    knowThreeFilesThatNobodyMakes();
    // Node 9 holds a block of every file; 0.4 of 440 bytes is one parity. The last read comes
    // first.
    s.hangs(20 * SECOND, 9);
    assertThat(s.fills(20 * SECOND)).extracting(FillOrder::path).containsExactly("/file-3");
    assertThat(s.reserveFill(20 * SECOND, 10, 1).answer().reason()).contains("not wanted");
  }

  @Test
  void recoveredStraggler_dropsWhatWasToBePrefetchedForIt() {
    knowThreeFilesThatNobodyMakes();
    s.hangs(20 * SECOND, 2);
    assertThat(s.explain(20 * SECOND, 2).decision()).contains("a straggler touches it");
    assertThat(s.recovers(21 * SECOND))
        .contains(new Effect.Log("node datanode-2:9866 is no straggler any more"));
    assertThat(s.fills(25 * SECOND)).isEmpty();
    assertThat(s.reserveFill(25 * SECOND, 10, 2).answer().reason())
        .contains("not wanted", "no straggler touches it any more");
    s.manager.check();
  }

  @Test
  void whatIsNeverCached_isNotPrefetchedEither() {
    StripeGeometry oneBlock = new StripeGeometry(CodeSpec.xor(2), 100, List.of(100L));
    StripeGeometry noParity = Stripes.geometry(CodeSpec.none(2), 100, 100);
    for (StripeGeometry never : List.of(oneBlock, noParity)) {
      List<List<NodeId>> holders = Collections.nCopies(never.blockCount(), List.of(dataNode(2)));
      Stripe stripe = new Stripe(0, 0, never, Stripes.version(6, never), holders);
      PlacedStripe read = new PlacedStripe("/never", stripe);
      assertThat(s.manager.tickets(0, List.of(read)).answer().wanted()).isEmpty();
    }
    s.hangs(20 * SECOND, 2);
    assertThat(s.fills(25 * SECOND)).isEmpty();
    s.manager.check();
  }

  @Test
  void prefetch_thatIsAskedForMeanwhile_isWantedLikeOthers() {
    knowThreeFilesThatNobodyMakes();
    s.hangs(20 * SECOND, 2);
    assertThat(s.isWanted(20 * SECOND, 2)).isTrue();
    s.manager.check();
    s.recovers(21 * SECOND);
    assertThat(s.fills(25 * SECOND)).extracting(FillOrder::path).containsExactly("/file-2");
  }

  @Test
  void prefetches_areHalfOfWhatMayWait() {
    Fills fills = new Fills(Scenario.settings(440));
    int waiting = 0;
    while (fills.hasRoomForPrefetch()) {
      fills.want(0, unknown(waiting++), Fill.Kind.PREFETCH);
    }
    assertThat(waiting).isEqualTo(Fills.OPEN_MAX / 2);
    assertThat(fills.hasRoomFor(unknown(waiting), Witness.THIS_MACHINE)).isTrue();
  }

  private static KnownStripe unknown(int number) {
    KnownStripe stripe = new KnownStripe(ByteBuffer.allocate(4).putInt(number).array(), number);
    stripe.path = "/unknown";
    return stripe;
  }
}
