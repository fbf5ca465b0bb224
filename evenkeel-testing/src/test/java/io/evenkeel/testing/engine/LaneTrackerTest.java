package io.evenkeel.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.LaneTracker;
import io.evenkeel.core.engine.LaneTracker.Advice;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.port.Slice;
import io.evenkeel.seeds.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Slices of 100 bytes; skip at three dropped ones; late at twice the expected time, 50 ns least.
 */
class LaneTrackerTest {
  private static final int BYTES = 100;
  private static final int SKIP_DEPTH = 3;
  private static final ReadLimits LIMITS =
      new ReadLimits(
          1,
          1,
          SKIP_DEPTH,
          2.0,
          50,
          1000,
          3.0,
          1,
          1,
          0,
          0,
          0,
          Long.MAX_VALUE >> 8,
          Long.MAX_VALUE >> 8,
          1,
          0);

  private final LaneTracker tracker = new LaneTracker(LIMITS);

  private static Slice slice(int number) {
    return new Slice(number, (long) number * BYTES, BYTES);
  }

  private void request(long nowNanos, int... numbers) {
    for (int number : numbers) {
      tracker.requested(slice(number), nowNanos);
    }
  }

  private void drop(int... numbers) {
    for (int number : numbers) {
      tracker.dropped(slice(number), true);
    }
  }

  @Test
  void delivery_isInTheOrderAsked() {
    request(0, 0, 1);
    assertThat(tracker.delivered(slice(1), 10)).isFalse();
    assertThat(tracker.delivered(slice(0), 10)).isTrue();
    assertThat(tracker.delivered(slice(0), 10)).as("again").isFalse();
    assertThat(tracker.live()).containsExactly(slice(1));
  }

  /** A slice of a byte takes what asking takes: 20 ms for it are no 20 ms for each of a MiB. */
  @Test
  void paceOfShortSlices_saysNothingOfLongOnes_andGoesWithThem() {
    tracker.requested(new Slice(0, 0, 1), 0);
    assertThat(tracker.delivered(new Slice(0, 0, 1), 20_000_000)).isTrue();
    assertThat(tracker.nanosPerByte()).isEqualTo(20_000_000);
    assertThat(tracker.isPacedFor(4)).isTrue();
    assertThat(tracker.isPacedFor(5)).isFalse();
    tracker.requested(slice(1), 20_000_000);
    assertThat(tracker.delivered(slice(1), 20_001_000)).isTrue();
    assertThat(tracker.nanosPerByte()).as("of the long one alone").isEqualTo(10);
    tracker.requested(new Slice(2, 200, 1), 20_001_000);
    assertThat(tracker.delivered(new Slice(2, 200, 1), 40_001_000)).isTrue();
    assertThat(tracker.nanosPerByte()).as("still").isEqualTo(10);
    assertThat(tracker.isPacedFor(4 * BYTES)).isTrue();
  }

  @Test
  void laneIsBehind_whereOthersWereFaster_notWhereGroupsWereGivenUp() {
    request(0, 0, 1, 2, 3);
    tracker.dropped(slice(0), false);
    tracker.dropped(slice(1), true);
    assertThat(tracker.isBehind()).isFalse();
    tracker.dropped(slice(2), true);
    tracker.dropped(slice(3), true);
    assertThat(tracker.isBehind()).isTrue();
    LaneTracker given = new LaneTracker(LIMITS);
    for (int i = 0; i < 4; i++) {
      given.requested(slice(i), 0);
      given.dropped(slice(i), false);
    }
    assertThat(given.isBehind()).isFalse();
  }

  @Test
  void busyTime_isThatInWhichAnythingIsOwed() {
    assertThat(tracker.busyNanos(5)).isZero();
    request(10, 0, 1);
    assertThat(tracker.busyNanos(12)).isEqualTo(2);
    tracker.delivered(slice(0), 20);
    tracker.missed(slice(1), 25);
    assertThat(tracker.busyNanos(1000)).as("idle since 25").isEqualTo(15);
    request(100, 2);
    drop(2);
    tracker.delivered(slice(2), 104);
    assertThat(tracker.busyNanos(2000)).as("dropped slices too").isEqualTo(19);
    request(200, 3, 4, 5, 6);
    drop(3, 4, 5);
    tracker.skipped(230);
    tracker.delivered(slice(6), 235);
    assertThat(tracker.busyNanos(3000)).isEqualTo(54);
  }

  @Test
  void busyTime_endsWithTheArrivalHoweverLateItIsLookedAt() {
    request(0, 0);
    request(12, 1);
    tracker.delivered(slice(0), 10);
    assertThat(tracker.busyNanos(13)).as("nothing was owed from 10 to 12").isEqualTo(11);
    tracker.delivered(slice(1), 20);
    assertThat(tracker.busyNanos(50)).isEqualTo(18);
  }

  @Test
  void busyTime_hasNoneInWhichTheReadHeldTheLaneUp() {
    request(0, 0, 1);
    tracker.resumed(-5);
    tracker.delivered(slice(0), 10);
    tracker.resumed(17);
    tracker.delivered(slice(1), 20);
    assertThat(tracker.busyNanos(50)).isEqualTo(13);
    tracker.resumed(60);
    request(70, 2);
    tracker.resumed(60);
    tracker.delivered(slice(2), 75);
    assertThat(tracker.busyNanos(80)).isEqualTo(18);
  }

  @Test
  void lateness_startsWithTheSliceAtTheHead() {
    assertThat(tracker.lateAtNanos(1, 1, BYTES)).isEmpty();
    request(7, 0, 1);
    assertThat(tracker.lateAtNanos(0, 1, BYTES))
        .as("cold, opening")
        .hasValue(7 + 2 * 3 * BYTES + 1000);
    assertThat(tracker.lateAtNanos(1, 1, BYTES)).as("opening").hasValue(7 + 2 * BYTES + 1000);
    tracker.delivered(slice(0), 500);
    assertThat(tracker.lateAtNanos(1, 1, BYTES)).hasValue(500 + 2 * BYTES);
    assertThat(tracker.lateAtNanos(0.01, 1, BYTES)).as("never before the floor").hasValue(500 + 50);
    assertThat(tracker.lateAtNanos(0.01, 4, BYTES)).as("in a crowd").hasValue(500 + 4 * 50);
    assertThat(tracker.lateAtNanos(1, 4, BYTES)).as("in a crowd").hasValue(500 + 4 * 2 * BYTES);
  }

  @Test
  void lateness_comesSoonerToASliceThatCrawls() {
    request(7, 0, 1);
    assertThat(tracker.lateAtNanos(1, 1, BYTES / 3)).hasValue(7 + 2 * BYTES + 1000);
    assertThat(tracker.lateAtNanos(1, 1, BYTES / 3 - 1)).as("opening").hasValue(7 + BYTES + 500);
    tracker.delivered(slice(0), 500);
    assertThat(tracker.lateAtNanos(1, 1, 0)).hasValue(500 + BYTES);
    assertThat(tracker.lateAtNanos(0.01, 1, 0)).as("never before the floor").hasValue(500 + 50);
    assertThat(tracker.lateAtNanos(1, 4, 0)).as("in a crowd").hasValue(500 + 4 * BYTES);
  }

  @Test
  void pace_isThatOfDeliveriesNotOfMisses() {
    request(0, 0, 1, 2);
    tracker.missed(slice(0), 1);
    assertThat(tracker.nanosPerByte()).isZero();
    tracker.delivered(slice(1), 1 + 4 * BYTES);
    assertThat(tracker.nanosPerByte()).isEqualTo(4.0);
    tracker.delivered(slice(2), 1 + 6 * BYTES);
    assertThat(tracker.nanosPerByte()).isEqualTo(3.0);
  }

  @Test
  void laggingLane_isSkippedOnceThenParked() {
    request(0, 0, 1, 2, 3, 4, 5, 6);
    drop(0, 1);
    assertThat(tracker.advice()).isEqualTo(Advice.KEEP);
    drop(2);
    assertThat(tracker.advice()).isEqualTo(Advice.SKIP);
    assertThat(tracker.skipped(100)).containsExactly(slice(3), slice(4), slice(5), slice(6));
    assertThat(tracker.delivered(slice(0), 110)).as("of the lane before").isFalse();
    drop(3, 4, 5);
    assertThat(tracker.advice()).isEqualTo(Advice.PARK);
  }

  @Test
  void droppedSlicesBehindALiveOne_doNotSkip() {
    request(0, 0, 1, 2, 3);
    drop(1, 2, 3);
    assertThat(tracker.advice()).isEqualTo(Advice.KEEP);
    assertThat(tracker.owesLive()).isTrue();
  }

  @Test
  void laneThatOwesNothingLive_isParked() {
    request(0, 0, 1, 2);
    drop(0, 1, 2);
    assertThat(tracker.owesLive()).isFalse();
    assertThat(tracker.advice()).isEqualTo(Advice.PARK);
  }

  @Test
  void laneThatKeptUpAfterASkip_isSkippedAgain() {
    request(0, 0, 1, 2, 3);
    drop(0, 1, 2);
    tracker.skipped(0);
    tracker.delivered(slice(3), 1);
    for (int i = 4; i < 4 + 4 * SKIP_DEPTH; i++) {
      request(i, i);
      tracker.delivered(slice(i), i + 1);
    }
    request(100, 50, 51, 52, 53);
    drop(50, 51, 52);
    assertThat(tracker.advice()).isEqualTo(Advice.SKIP);
  }

  @Test
  void tracker_agreesWithAListAfterAnyEvents() {
    Seeds.run(LaneTrackerTest.class, 10_000, LaneTrackerTest::reconcile);
  }

  private static void reconcile(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LaneTracker tracker = new LaneTracker(LIMITS);
    Deque<Slice> owed = new ArrayDeque<>();
    Set<Slice> dropped = new HashSet<>();
    int next = 0;
    for (int now = 1; now < 60; now++) {
      Slice any = slice(random.nextInt(next + 1));
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          tracker.requested(slice(next), now);
          owed.addLast(slice(next++));
        }
        case 2 -> {
          Slice told = random.nextBoolean() && !owed.isEmpty() ? owed.peekFirst() : any;
          boolean head = told.equals(owed.peekFirst());
          boolean took =
              random.nextBoolean() ? tracker.delivered(told, now) : tracker.missed(told, now);
          assertThat(took).isEqualTo(head);
          if (head) {
            owed.removeFirst();
          }
        }
        case 3 -> {
          tracker.dropped(any, true);
          dropped.add(any);
        }
        default -> {
          if (tracker.advice() == Advice.SKIP) {
            owed.removeIf(dropped::contains);
            assertThat(tracker.skipped(now)).isEqualTo(new ArrayList<>(owed));
          }
        }
      }
      dropped.retainAll(owed);
      List<Slice> live = owed.stream().filter(s -> !dropped.contains(s)).toList();
      long behind = owed.stream().takeWhile(dropped::contains).count();
      assertThat(tracker.live()).isEqualTo(live);
      assertThat(tracker.isIdle()).isEqualTo(owed.isEmpty());
      assertThat(tracker.owesLive()).isEqualTo(!live.isEmpty());
      assertThat(tracker.lateAtNanos(1, 1, 0).isPresent()).isEqualTo(!owed.isEmpty());
      assertThat(tracker.advice() == Advice.KEEP).isEqualTo(behind < SKIP_DEPTH);
      assertThat(tracker.advice() != Advice.SKIP || !live.isEmpty()).isTrue();
    }
  }
}
