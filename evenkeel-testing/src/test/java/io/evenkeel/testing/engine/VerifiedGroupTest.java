package io.evenkeel.testing.engine;

import static io.evenkeel.testing.engine.GroupTrackerTest.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.GroupTracker;
import io.evenkeel.core.engine.GroupTracker.Status;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.Launch;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two data and two parities of which data 0 is wanted, from a node that is gone around, and is to
 * be verified: asked at once are data 1 and both parities, one of which is for comparison.
 */
class VerifiedGroupTest {
  private static final int DATA = 0;
  private static final int PARITY = 1;
  private static final int OTHER_PARITY = 2;

  private GroupTracker group;

  @BeforeEach
  void start() {
    FragmentGroup plain =
        GroupTrackerTest.group(
            "rs-2-2",
            IndexSet.empty(),
            IndexSet.of(0),
            new int[] {1, 2, 3, 0},
            List.of(Launch.NOW, Launch.NOW, Launch.NOW, Launch.WHEN_LATE));
    group =
        new GroupTracker(
            new FragmentGroup(
                plain.code(),
                plain.proofOffset(),
                plain.lengthBytes(),
                plain.absent(),
                plain.reads(),
                plain.wanted(),
                true));
    assertThat(group.start()).containsExactly(DATA, PARITY, OTHER_PARITY);
  }

  private void twoArrive() {
    group.arrived(DATA);
    group.arrived(PARITY);
    assertThat(group.status()).as("one is in time to compare with").isEqualTo(Status.PENDING);
    assertThat(group.isOnlyToBeVerified()).isTrue();
  }

  @Test
  void waitsForOneMore_thatIsInTime() {
    twoArrive();
    group.arrived(OTHER_PARITY);
    assertThat(group.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void doesNotWaitForOneThatIsLate_norAsksForAnother() {
    twoArrive();
    assertThat(group.late(OTHER_PARITY, NOBODY)).isEmpty();
    assertThat(group.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void doesNotWaitForOneWhoseLaneWasGivenUp() {
    twoArrive();
    group.parked(OTHER_PARITY);
    assertThat(group.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void doesNotWaitForOneThatFails() {
    twoArrive();
    assertThat(group.failed(OTHER_PARITY)).isEmpty();
    assertThat(group.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void whereTooFewAreLeftToCompareWith_theNodeThatIsGoneAroundIsNotAsked() {
    assertThat(group.failed(DATA)).isEmpty();
    group.arrived(PARITY);
    group.arrived(OTHER_PARITY);
    assertThat(group.status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void whereItCannotBeHadOtherwise_itIs() {
    assertThat(group.failed(DATA)).isEmpty();
    assertThat(group.failed(PARITY)).containsExactly(3);
  }
}
