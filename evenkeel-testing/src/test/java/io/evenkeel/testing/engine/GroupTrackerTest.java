package io.evenkeel.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.GroupTracker;
import io.evenkeel.core.engine.GroupTracker.State;
import io.evenkeel.core.engine.GroupTracker.Status;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class GroupTrackerTest {
  static final Predicate<FragmentRead> NOBODY = read -> false;

  private static final int BYTES = 10;
  private static final SimulatedFile ANY =
      new SimulatedFile(1, CodeSpec.parse("none-1-0"), BYTES, BYTES, BYTES, 99, 1);

  /** A group of the given code; read {@code i} is of index {@code indexes[i]}. */
  static FragmentGroup group(
      String code, IndexSet absent, IndexSet wanted, int[] indexes, List<Launch> launches) {
    List<FragmentRead> reads = new ArrayList<>();
    for (int i = 0; i < indexes.length; i++) {
      // A source of its own for every read: two of one index are two replicas.
      reads.add(
          new FragmentRead(
              indexes[i],
              ANY.block(0, 0, SimulatedFile.dataNode(i)),
              new Slice(0, 0, BYTES),
              launches.get(i),
              BYTES));
    }
    List<Wanted> wants = new ArrayList<>();
    for (int index : wanted.toArray()) {
      wants.add(new Wanted(index, BYTES, 0, ByteRange.of((long) index * BYTES, BYTES)));
    }
    return new FragmentGroup(ErasureCode.of(CodeSpec.parse(code)), 0, BYTES, absent, reads, wants);
  }

  private static GroupTracker tracker(String code, IndexSet wanted, Object... indexAndLaunch) {
    int[] indexes = new int[indexAndLaunch.length / 2];
    List<Launch> launches = new ArrayList<>();
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = (Integer) indexAndLaunch[2 * i];
      launches.add((Launch) indexAndLaunch[2 * i + 1]);
    }
    return new GroupTracker(group(code, IndexSet.empty(), wanted, indexes, launches));
  }

  /** Two data and their parity, all of them asked at once. */
  private static GroupTracker anyTwoOfThree() {
    return tracker("xor-2-1", IndexSet.of(0, 1), 0, Launch.NOW, 1, Launch.NOW, 2, Launch.NOW);
  }

  /** Two data and two parities, the last of them only after a failure. */
  private static GroupTracker threeAskedOneInReserve() {
    return tracker(
        "rs-2-2",
        IndexSet.of(0, 1),
        0,
        Launch.NOW,
        1,
        Launch.NOW,
        2,
        Launch.NOW,
        3,
        Launch.WHEN_FAILED);
  }

  @Test
  void anyKOfKPlusM_completes() {
    GroupTracker t = anyTwoOfThree();
    assertThat(t.start()).containsExactly(0, 1, 2);
    assertThat(t.arrived(2)).isTrue();
    assertThat(t.status()).isEqualTo(Status.PENDING);
    assertThat(t.arrived(0)).isTrue();
    assertThat(t.status()).isEqualTo(Status.COMPLETE);
    assertThat(t.arrived(1)).as("no longer needed").isFalse();
  }

  @Test
  void refusedRead_isReplaced_andAskedAgainWhenThereIsNothingElse() {
    GroupTracker t = threeAskedOneInReserve();
    t.start();
    assertThat(t.refused(0)).as("two that are asked suffice").isEmpty();
    assertThat(t.refused(1)).as("the one in reserve").containsExactly(3);
    assertThat(t.failed(2)).isEmpty();
    assertThat(t.status()).as("it may be asked again").isEqualTo(Status.PENDING);
    assertThat(t.again(1)).containsExactly(1);
    assertThat(t.again(0)).as("the others suffice").isEmpty();
    assertThat(t.failed(1)).containsExactly(0);
    assertThat(t.failed(0)).isEmpty();
    assertThat(t.status()).isEqualTo(Status.HOPELESS);
  }

  @Test
  void twoSourcesOfOneIndex_neverCountTwice() {
    GroupTracker t =
        tracker("xor-2-1", IndexSet.of(0, 1), 0, Launch.NOW, 2, Launch.NOW, 2, Launch.NOW);
    assertThat(t.start()).containsExactly(0, 1, 2);
    assertThat(t.arrived(1)).isTrue();
    assertThat(t.arrived(2)).as("the same parity again").isFalse();
    assertThat(t.state(2)).isEqualTo(State.DISCARDED);
    assertThat(t.status()).isEqualTo(Status.PENDING);
  }

  @Test
  void rejectedFragment_isNotStoodInForByADiscardedOne() {
    GroupTracker t =
        tracker("xor-2-1", IndexSet.of(0, 1), 0, Launch.NOW, 2, Launch.NOW, 2, Launch.NOW);
    t.start();
    t.arrived(1);
    t.arrived(2);
    t.arrived(0);
    assertThat(t.status()).isEqualTo(Status.COMPLETE);
    t.rejected(List.of(1));
    assertThat(t.arrived()).isEqualTo(IndexSet.of(0));
    assertThat(t.status()).isEqualTo(Status.HOPELESS);
  }

  @Test
  void lateness_asksMoreButNotWhatWaitsForFailure() {
    GroupTracker t =
        tracker(
            "xor-2-1",
            IndexSet.of(0, 1),
            0,
            Launch.NOW,
            1,
            Launch.NOW,
            0,
            Launch.WHEN_FAILED,
            2,
            Launch.WHEN_LATE);
    assertThat(t.start()).containsExactly(0, 1);
    assertThat(t.late(0, NOBODY)).containsExactly(3);
    assertThat(t.late(0, NOBODY)).as("late once").isEmpty();
    assertThat(t.late(1, NOBODY)).as("nothing else may be asked").isEmpty();
    assertThat(t.failed(3)).containsExactly(2);
  }

  @Test
  void lateness_afterAFailureThatWasSpared_asksWhatWaitsForFailure() {
    GroupTracker t = threeAskedOneInReserve();
    assertThat(t.start()).containsExactly(0, 1, 2);
    assertThat(t.failed(0)).as("two of two are still coming").isEmpty();
    assertThat(t.late(1, NOBODY)).containsExactly(3);
  }

  @Test
  void launchesThatCannotSuffice_areAddedToAtTheStart() {
    GroupTracker t =
        tracker(
            "xor-2-1",
            IndexSet.of(0, 1),
            0,
            Launch.NOW,
            2,
            Launch.WHEN_LATE,
            1,
            Launch.WHEN_FAILED);
    assertThat(t.start()).containsExactly(0, 1);
  }

  @Test
  void delay_asksWhenDueUnlessTheFragmentIsThere() {
    GroupTracker t =
        tracker("none-1-0", IndexSet.of(0), 0, Launch.NOW, 0, Launch.after(5), 0, Launch.after(9));
    assertThat(t.start()).containsExactly(0);
    assertThat(t.due(1)).containsExactly(1);
    assertThat(t.due(1)).isEmpty();
    assertThat(t.arrived(0)).isTrue();
    assertThat(t.due(2)).isEmpty();
  }

  @Test
  void absentFragments_countAsArrived() {
    FragmentGroup group =
        group("xor-2-1", IndexSet.of(1), IndexSet.of(0), new int[] {2}, List.of(Launch.NOW));
    GroupTracker t = new GroupTracker(group);
    t.start();
    assertThat(t.arrived(0)).isTrue();
    assertThat(t.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void partition_isHopelessWithItsFirstLoss() {
    GroupTracker t = tracker("none-2-0", IndexSet.of(0, 1), 0, Launch.NOW, 1, Launch.NOW);
    t.start();
    assertThat(t.failed(1)).isEmpty();
    assertThat(t.status()).isEqualTo(Status.HOPELESS);
  }

  @Test
  void locallyRepairableCode_knowsThatNotAnySixSuffice() {
    Object[] all = new Object[20];
    for (int i = 0; i < 10; i++) {
      all[2 * i] = i;
      all[2 * i + 1] = Launch.NOW;
    }
    GroupTracker t = tracker("lrc-6-2-2", IndexSet.range(0, 6), all);
    t.start();
    // Three data of one local group and its local parity are lost: six fragments, two equations.
    for (int lost : new int[] {0, 1, 2}) {
      t.failed(lost);
      assertThat(t.status()).isEqualTo(Status.PENDING);
    }
    t.failed(6);
    assertThat(t.status()).isEqualTo(Status.HOPELESS);
  }

  @Test
  void sparing_countsOnlyWhatIsInTime() {
    GroupTracker t = anyTwoOfThree();
    t.start();
    assertThat(t.canSpare(List.of(0))).isTrue();
    assertThat(t.canSpare(List.of(0, 1))).isFalse();
    t.late(1, NOBODY);
    assertThat(t.canSpare(List.of(0))).isFalse();
    assertThat(t.canSpare(List.of(1))).isTrue();
  }

  @Test
  void parkedRead_isAskedAgainWhenAnotherFailsOrIsLate() {
    for (boolean fails : new boolean[] {true, false}) {
      GroupTracker t = anyTwoOfThree();
      t.start();
      t.parked(0);
      assertThat(t.state(0)).isEqualTo(State.PARKED);
      assertThat(t.arrived(1)).isTrue();
      assertThat(fails ? t.failed(2) : t.late(2, NOBODY)).containsExactly(0);
      assertThat(t.arrived(0)).isTrue();
      assertThat(t.status()).isEqualTo(Status.COMPLETE);
    }
  }

  @Test
  void parkedRead_isAskedAfterThoseThatWereNeverAsked() {
    GroupTracker t = threeAskedOneInReserve();
    t.start();
    t.parked(0);
    assertThat(t.failed(1)).containsExactly(3);
    assertThat(t.failed(2)).containsExactly(0);
    assertThat(t.failed(3)).isEmpty();
    assertThat(t.status()).isEqualTo(Status.HOPELESS);
  }

  @Test
  void extension_addsSourcesOnceAndAsksForWhatIsNotInTime() {
    GroupTracker t = tracker("xor-2-1", IndexSet.of(0, 1), 0, Launch.NOW, 1, Launch.NOW);
    t.start();
    List<FragmentRead> more =
        group(
                "xor-2-1",
                IndexSet.empty(),
                IndexSet.of(0, 1),
                new int[] {0, 1, 2, 0},
                List.of(Launch.NOW, Launch.NOW, Launch.NOW, Launch.NOW))
            .reads();
    assertThat(t.extend(more, NOBODY)).as("the parity, not a second replica").containsExactly(2);
    assertThat(t.readCount()).isEqualTo(4);
    assertThat(t.extend(more, NOBODY)).isEmpty();
    assertThat(t.readCount()).isEqualTo(4);
  }

  @Test
  void hopelessGroup_thatGainsWhatItLacks_isPendingAgain() {
    GroupTracker t = tracker("xor-2-1", IndexSet.of(0, 1), 0, Launch.NOW, 1, Launch.NOW);
    t.start();
    t.failed(0);
    assertThat(t.status()).isEqualTo(GroupTracker.Status.HOPELESS);
    assertThat(t.arrived(1)).as("kept for what may come").isTrue();
    assertThat(t.extend(List.of(), NOBODY)).isEmpty();
    assertThat(t.status()).isEqualTo(GroupTracker.Status.HOPELESS);
    List<FragmentRead> more =
        group(
                "xor-2-1",
                IndexSet.empty(),
                IndexSet.of(0, 1),
                new int[] {0, 1, 2},
                List.of(Launch.NOW, Launch.NOW, Launch.WHEN_FAILED))
            .reads();
    assertThat(t.extend(more.subList(2, 3), NOBODY)).as("the parity").containsExactly(2);
    assertThat(t.status()).isEqualTo(GroupTracker.Status.PENDING);
    t.arrived(2);
    assertThat(t.status()).isEqualTo(GroupTracker.Status.COMPLETE);
  }

  /** The wanted block and one of the others are on one slow node, or on two. */
  @Test
  void whoNeedsAnAvoidedNode_asksNobodyForNothing_untilItIsNotAvoided() {
    GroupTracker t =
        tracker("xor-2-1", IndexSet.of(0), 0, Launch.NOW, 1, Launch.WHEN_LATE, 2, Launch.WHEN_LATE);
    FragmentRead slow = t.read(1);
    t.start();
    assertThat(t.late(0, slow::equals)).as("the parity alone is of no use").isEmpty();
    assertThat(t.canReplace(0, NOBODY)).isTrue();
    assertThat(t.late(0, NOBODY)).containsExactly(1, 2);
    assertThat(t.canReplace(0, NOBODY)).isFalse();
  }

  @Test
  void parityThatFails_isNotReplacedInVainWhileTheLateOneStillComes() {
    GroupTracker t =
        tracker("xor-2-1", IndexSet.of(0), 0, Launch.NOW, 2, Launch.WHEN_LATE, 1, Launch.WHEN_LATE);
    t.start();
    assertThat(t.late(0, NOBODY)).containsExactly(1, 2);
    assertThat(t.failed(1)).isEmpty();
    assertThat(t.status()).isEqualTo(Status.PENDING);
    assertThat(t.arrived(0)).isTrue();
    assertThat(t.status()).isEqualTo(Status.COMPLETE);
  }

  /** Of two that are late one can be done without: parity is asked for that. */
  @Test
  void oneOfTwoLate_isDoneWithout() {
    GroupTracker t =
        tracker("xor-2-1", IndexSet.of(0, 1), 0, Launch.NOW, 1, Launch.NOW, 2, Launch.WHEN_LATE);
    FragmentRead slow = t.read(1);
    t.start();
    assertThat(t.late(0, slow::equals)).containsExactly(2);
    assertThat(t.late(1, slow::equals)).isEmpty();
    t.arrived(2);
    t.arrived(1);
    assertThat(t.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void anotherReplicaThatIsAvoided_mayTakeItsPlaceLater() {
    GroupTracker t = tracker("none-1-0", IndexSet.of(0), 0, Launch.NOW, 0, Launch.WHEN_LATE);
    FragmentRead slow = t.read(1);
    t.start();
    assertThat(t.late(0, slow::equals)).isEmpty();
    assertThat(t.canReplace(0, NOBODY)).isTrue();
    assertThat(t.late(0, NOBODY)).containsExactly(1);
    assertThat(t.canReplace(0, NOBODY)).as("nobody is left").isFalse();
  }

  @Test
  void twoReplicasLate_askNobodyForNothing() {
    GroupTracker t =
        tracker(
            "xor-3-1",
            IndexSet.of(0),
            0,
            Launch.NOW,
            0,
            Launch.WHEN_LATE,
            1,
            Launch.WHEN_LATE,
            2,
            Launch.WHEN_LATE,
            3,
            Launch.WHEN_LATE);
    FragmentRead slow = t.read(3);
    t.start();
    assertThat(t.late(0, slow::equals)).containsExactly(1);
    assertThat(t.late(1, slow::equals)).isEmpty();
    assertThat(t.late(1, NOBODY)).containsExactly(2, 3, 4);
  }

  @Test
  void sourceThatIsGained_isAskedAtOnceInPlaceOfOneThatWasRefused() {
    GroupTracker t = tracker("none-1-0", IndexSet.of(0), 0, Launch.NOW);
    t.start();
    assertThat(t.refused(0)).isEmpty();
    List<FragmentRead> both =
        group(
                "none-1-0",
                IndexSet.empty(),
                IndexSet.of(0),
                new int[] {0, 0},
                List.of(Launch.NOW, Launch.WHEN_LATE))
            .reads();
    assertThat(t.extend(both, NOBODY)).containsExactly(1);
  }
}
